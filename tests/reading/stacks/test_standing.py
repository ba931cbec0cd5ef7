"""Where a stack stands: frames are real ones, of torch 2.1 to 2.13 and of what people pasted, shortened."""

import re

import pytest

from kb.reading.stacks.stack import Frame, Stack
from kb.reading.stacks.standing import main_standing, standing


def frames(text):
    """'function file:line < …', innermost first."""
    for part in text.split(" < "):
        function, _, place = part.rpartition(" ")
        told = re.fullmatch(r"(?P<file>.*?)(?::(?P<line>\d+))?", place)
        yield Frame(function, told["file"], int(told["line"] or 0))


def stack(text, **more):
    return Stack(tuple(frames(text)), "py-spy", **more)


OWN = " < step train.py:12 < <module> train.py:17"
SITE = "/opt/env/lib/python3.11/site-packages"


@pytest.mark.parametrize(
    ("inner", "what", "function"),
    [
        ("all_reduce torch/distributed/distributed_c10d.py:3252 < wrapper torch/distributed/c10d_logger.py:83", "collective", "all_reduce"),
        (f"barrier {SITE}/torch/distributed/distributed_c10d.py:3938 < wrapper {SITE}/torch/distributed/c10d_logger.py:79", "collective", "barrier"),
        ("pthread_cond_wait libc.so.6 < c10d::Work::wait libtorch_cpu.so < broadcast torch/distributed/distributed_c10d.py:1", "collective", "broadcast"),
        ("_store_based_barrier torch/distributed/distributed_c10d.py:5 < init_process_group torch/distributed/distributed_c10d.py:9", "store", "_store_based_barrier"),
        ("_create_c10d_store torch/distributed/rendezvous.py:198 < _env_rendezvous_handler torch/distributed/rendezvous.py:278", "store", "_create_c10d_store"),
        ("select selectors.py:415 < get multiprocessing/queues.py:113 < _try_get_data torch/utils/data/dataloader.py:1291", "data loader", "the DataLoader"),
        (f"run_pipeline {SITE}/ffcv/loader/epoch_iterator.py:134", "data loader", "run_pipeline"),
        ("wait threading.py:327 < get queue.py:171", "lock", "wait"),
        ("_engine_run_backward torch/autograd/graph.py:824 < backward torch/_tensor.py:626", "backward", "the backward pass"),
        ("adamw torch/optim/adamw.py:700 < step torch/optim/optimizer.py:493", "optimizer", "adamw"),
        ("_save torch/serialization.py:1100 < save torch/serialization.py:900", "checkpoint or file", "_save"),
        ("_init_handles triton/compiler/compiler.py:473 < run triton/runtime/jit.py:756", "compiler", "_init_handles"),
        ("wait torch/utils/file_baton.py:42 < load torch/utils/cpp_extension.py:1312", "compiler", "wait"),
        ("synchronize torch/cuda/__init__.py:1040", "device", "synchronize"),
        ("?? libcuda.so.1 < cudaStreamQuery libcudart.so.12", "device", "cudaStreamQuery"),
        ("cond_wait Metal < -[_MTLCommandBuffer waitUntilCompleted] Metal < f libtorch_python.dylib", "device", "synchronize"),
        ("poll libc.so.6 < aclrtSynchronizeStreamWithTimeout libascendcl.so", "device", "synchronize"),
        (f"synchronize {SITE}/torch_npu/npu/utils.py:72", "device", "synchronize"),
        ("replay torch/cuda/graphs.py:141", "device", "replay"),
        (r"<genexpr> F:\envs\a\lib\site-packages\torch\cuda\amp\grad_scaler.py:287", "optimizer", "<genexpr>"),
        (r"wait C:\envs\a\lib\threading.py:3 < get C:\envs\a\lib\queue.py:171", "lock", "wait"),
        ("pthread_cond_timedwait libpthread.so.0 < ?? libcuda.so.1 < cuLaunchKernel libcuda.so.1", "device", "cuLaunchKernel"),
        ("backend_compile_and_load jax/_src/compiler.py:375 < wrapper jax/_src/profiler.py:359", "compiler", "backend_compile_and_load"),
        ("try_to_block jax/_src/api.py:3 < block_until_ready jax/_src/api.py:9", "device", "try_to_block"),
        ("poll zmq/sugar/poll.py:106 < recv vllm/distributed/device_communicators/shm_broadcast.py:802", "lock", "poll"),
        ("opal_progress libopen-pal.so < ompi_coll_base_sendrecv_actual libmpi.so", "collective", "ompi_coll_base_sendrecv_actual"),
        ("opal_progress libopen-pal.so < ompi_coll_base_bcast libmpi.so < PMPI_Bcast libmpi.so", "collective", "PMPI_Bcast"),
        ("cudaStreamSynchronize libcudart.so.12 < at::native::_local_scalar_dense_cuda libtorch_cuda.so", "device", "cudaStreamSynchronize"),
        ("_wait_for_unshard_streams torch/distributed/fsdp/_runtime_utils.py:1 < forward torch/nn/modules/module.py:3", "collective", "_wait_for_unshard_streams"),
        ("syscall libc.so.6 < absl::lts_20230125::Mutex::Await(absl::Condition const&) xla.so", "lock", "absl::lts_20230125::Mutex::Await"),
        ("linear torch/nn/functional.py:3086", "own code", "step"),
    ],
)  # fmt: skip
def test_what_the_own_code_waits_in(inner, what, function):
    where = standing(stack(inner + OWN))

    assert (where.what, where.function) == (what, function)


SEEN = [
    # (innermost frames, what, function), of the newest releases of each library on 2026-11-23
    ("_match_all_reduce_for_bwd_pass torch/nn/parallel/distributed.py:1964", "collective", "_match_all_reduce_for_bwd_pass"),
    ("_coalescing_manager torch/distributed/distributed_c10d.py:2837", "collective", "_coalescing_manager"),
    ("_wait_tensor torch/distributed/_functional_collectives_impl.py:116", "collective", "_wait_tensor"),
    ("_gather_state_dict torch/distributed/_state_dict_utils.py:213", "collective", "_gather_state_dict"),
    ("wait_for_broadcasts torch/distributed/optim/zero_redundancy_optimizer.py:264", "collective", "wait_for_broadcasts"),
    ("redistribute_local_tensor torch/distributed/tensor/_redistribute.py:1529 < dispatch torch/distributed/tensor/_dispatch.py:150", "collective", "redistribute_local_tensor"),
    ("_wait_batch_p2p torch/distributed/pipelining/schedules.py:678", "collective", "_wait_batch_p2p"),
    ("powerSGD_hook torch/distributed/algorithms/ddp_comm_hooks/powerSGD_hook.py:340", "collective", "powerSGD_hook"),
    ("_all_gather torch/distributed/rpc/api.py:202 < shutdown torch/distributed/rpc/api.py:320", "collective", "rpc.shutdown"),
    ("rpc_sync torch/distributed/rpc/api.py:772", "lock", "rpc_sync"),
    ("foreach_reduce torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py:400", "collective", "foreach_reduce"),
    ("rendezvous torch/distributed/_symmetric_memory/__init__.py:1500", "collective", "rendezvous"),
    ("wait deepspeed/runtime/pipe/p2p.py:87 < _recv_tensor_meta deepspeed/runtime/pipe/engine.py:984", "collective", "wait"),
    ("_clean_inflight_param_registry deepspeed/runtime/zero/partitioned_param_coordinator.py:189", "collective", "fetch_sub_module"),
    ("swap_in deepspeed/runtime/swap_tensor/utils.py:163", "checkpoint or file", "swap_in"),
    ("_wait_for_single_async_result deepspeed/runtime/superoffload/superoffload_stage3.py:304", "optimizer", "_wait_for_single_async_result"),
    ("_communicate megatron/core/pipeline_parallel/p2p_communication.py:254", "collective", "_communicate"),
    ("finish_grad_sync megatron/core/distributed/param_and_grad_buffer.py:507", "collective", "finish_grad_sync"),
    ("read megatron/core/datasets/indexed_dataset.py:447", "data loader", "read"),
    ("get_grad_norm_fp32 megatron/core/optimizer/clip_grads.py:60", "optimizer", "get_grad_norm_fp32"),
    ("synchronize horovod/torch/mpi_ops.py:1269 < allreduce horovod/torch/mpi_ops.py:286", "collective", "synchronize"),
    ("init horovod/common/basics.py:60", "store", "hvd.init"),
    ("wait vllm/distributed/parallel_state.py:107 < recv_tensor_dict vllm/distributed/parallel_state.py:1248", "collective", "wait"),
    ("acquire_read vllm/distributed/device_communicators/shm_broadcast.py:600 < dequeue vllm/distributed/device_communicators/shm_broadcast.py:700", "lock", "acquire_read"),
    ("_pp_commit_comm_work sglang/srt/managers/scheduler_pp_mixin.py:692", "collective", "_pp_commit_comm_work"),
    ("get_objects ray/_private/worker.py:964 < get ray/_private/worker.py:2896 < wrapper ray/_private/client_mode_hook.py:104", "lock", "ray.get"),
    ("wait ray/_private/worker.py:3103", "lock", "ray.get"),
    ("read ray/experimental/channel/shared_memory_channel.py:485", "lock", "read"),
    ("meet ray/util/collective/collective_group/nccl_collective_group.py:63", "store", "meet"),
    ("future_wait torchft/futures.py:295", "collective", "future_wait"),
    ("all_gather_fp8_ring colossalai/quantization/fp8.py:716", "collective", "all_gather_fp8_ring"),
    ("Barrier mpi4py/MPI.src/Comm.pyx:700", "collective", "Barrier"),
    ("sync_global_devices jax/experimental/multihost_utils.py:80", "collective", "sync_global_devices"),
    ("initialize jax/_src/distributed.py:150", "store", "initialize"),
    ("wait_until_finished jax/experimental/array_serialization/serialization.py:259", "checkpoint or file", "wait_until_finished"),
    ("_value jax/_src/array.py:640", "device", "_value"),
    ("local_rank_zero_download_and_wait composer/utils/dist.py:700", "checkpoint or file", "local_rank_zero_download_and_wait"),
    ("wait multiprocess/pool.py:765 < get multiprocess/pool.py:768", "lock", "wait"),
    ("connect socket.py:800", "lock", "connect"),
    ("flush logging/__init__.py:1100", "lock", "flush"),
    ("sched_yield libc.so.6 < ncclGroupEndInternal libnccl.so.2 < c10d::ProcessGroupNCCL::allreduce libtorch_cuda.so", "collective", "ProcessGroupNCCL::allreduce"),
    ("poll libc.so.6 < bootstrapAllGather libnccl.so.2 < initTransportsRank libnccl.so.2", "collective", "bootstrapAllGather"),
    ("HcclAllReduce libhccl.so", "collective", "HcclAllReduce"),
    ("ccl_executor::wait(ccl_request const*) libccl.so.1 < ccl_coll_create libccl.so.1", "collective", "ccl_executor::wait"),
    ("epoll_wait libc.so.6 < uct_ib_mlx5_progress libuct.so < ucp_worker_progress libucp.so < opal_progress libopen-pal.so", "collective", "uct_ib_mlx5_progress"),
    ("ioctl libc.so.6 < ?? libcuda.so.1 < cuMemFree_v2 libcuda.so.1 < cudaFree libcudart.so.12", "device", "cuMemFree_v2"),
    ("hsa_amd_signal_wait_any libhsa-runtime64.so.1 < hipMemcpy libamdhip64.so.6", "device", "hsa_amd_signal_wait_any"),
    ("cuModuleLoadDataEx libcuda.so.1", "device", "cuModuleLoadDataEx"),
    ("poll zmq/sugar/poll.py:106 < dequeue vllm/distributed/device_communicators/shm_broadcast.py:794 < get_response vllm/v1/executor/multiproc_executor.py:387", "lock", "get_response of vLLM"),
    ("syscall libc.so.6 < tensorflow::DirectSession::WaitForNotification(tensorflow::Notification*, long long) x.so", "device", "session.run"),
    ("epoll_wait libc.so.6 < cq_pluck(grpc_completion_queue*) x.so < grpc_impl::CompletionQueue::Pluck(grpc::internal::CompletionQueueTag*) x.so < grpc::internal::BlockingUnaryCallImpl<tensorflow::RunStepRequest> x.so", "lock", "a gRPC call"),
    ("epoll_wait libc.so.6 < grpc::CompletionQueue::Pluck (this=0x7ffe) x.so < tensorflow::GrpcSession::Run(tensorflow::RunOptions const&) x.so", "device", "session.run"),
    ("syscall libc.so.6 < c10d::ProcessGroupNCCL::waitForFutureOrTimeout(std::future<bool>&) libtorch_cuda.so < c10d::ProcessGroupNCCL::abort() libtorch_cuda.so", "exit", "ProcessGroupNCCL::waitForFutureOrTimeout"),
    ("std::thread::join() libstdc++.so.6 < c10d::ProcessGroupMPI::destroy() libtorch_python.so", "exit", "ProcessGroupMPI::destroy"),
    ("c10d::ProcessGroupNCCL::broadcastUniqueNCCLID(ncclUniqueId*, bool) libtorch_cuda.so < c10d::ProcessGroupNCCL::getNCCLComm() libtorch_cuda.so", "store", "ProcessGroupNCCL::broadcastUniqueNCCLID"),
    ("destroy_process_group torch/distributed/distributed_c10d.py:2146", "exit", "destroy_process_group"),
    ("poll libc.so.6 < c10d::detail::(anonymous namespace)::SocketConnectOp::tryConnect(int) libtorch_cpu.so", "store", "detail::SocketConnectOp::tryConnect"),
]  # fmt: skip


@pytest.mark.parametrize(("inner", "what", "function"), SEEN)
def test_what_other_libraries_wait_in(inner, what, function):
    where = standing(stack(inner + OWN))

    assert (where.what, where.function) == (what, function)

    assert where.own == Frame("step", "train.py", 12)


def test_own_code_that_waits_for_nothing_known():
    where = standing(stack("load_batch train.py:7" + OWN))

    assert (where.what, where.own.line) == ("own code", 7)


def test_frames_that_nobody_knows_are_not_guessed():
    assert standing(stack("foo libfoo.so < bar libbar.so")).what == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "do_one_step torch/utils/data/_utils/pin_memory.py:30 < run threading.py:982",
        "wait threading.py:327 < _feed multiprocessing/queues.py:231 < run threading.py:982",
        "epoll_wait libc.so.6 < gloo::transport::tcp::Loop::run() libtorch_cpu.so",
        "c10d::ProcessGroupNCCL::watchdogHandler() libtorch_cuda.so < clone libc.so.6",
        "wait tqdm/_monitor.py:60 < run threading.py:982",
        "select selectors.py:415 < pyspy_dump_schedulers utils/common.py:2218 < watchdog_thread scheduler.py:2257",
        "__libc_read libc.so.6 < wrap_ibv_get_async_event misc/ibvwrap.cc:220 < ncclIbAsyncThreadMain transport/net_ib.cc:70",
        "sched_yield libc.so.6 < persistentThread proxy.cc:456 < start_thread libpthread.so.0",
        "sleep time.py:1 < _invoke_run torch/distributed/elastic/agent/server/api.py:870 < <module> torchrun:8",
        "get multiprocessing/queues.py:113 < _worker_loop torch/utils/data/_utils/worker.py:334 < <module> train.py:13",
        "get multiprocessing/queues.py:1 < _worker_loop torchdata/stateful_dataloader/worker.py:187 < evaluate train.py:13",
        "get multiprocessing/queues.py:1 < _worker_loop /opt/torch/utils/data/dataloader.py:96 < <module> train.py:13",
    ],
)
def test_helpers_idle_workers_and_launchers_stand_nowhere(text):
    assert standing(stack(text)) is None


def test_a_worker_in_its_dataset_does():
    fetch = "fetch torch/utils/data/_utils/fetch.py:54 < _worker_loop torch/utils/data/_utils/worker.py:374"
    where = standing(stack(f"__getitem__ data.py:7 < {fetch} < <module> train.py:13"))

    assert (where.worker, where.what, where.own) == (True, "own code", Frame("__getitem__", "data.py", 7))


def test_of_a_process_the_main_thread_counts():
    helper = stack("load cache.py:3 < run threading.py:982 < _bootstrap threading.py:1002")
    main = stack("load_batch train.py:7" + OWN)

    assert main_standing((helper, main))[0] is main


def test_what_the_backward_pass_waits_in_its_engines_thread_shows():
    main = stack("_engine_run_backward torch/autograd/graph.py:769 < backward torch/_tensor.py:521" + OWN)
    engine = stack(
        "all_gather_into_tensor torch/distributed/distributed_c10d.py:2709 < fetch deepspeed/runtime/zero.py:1"
    )
    where = main_standing((main, engine))[1]

    assert (where.what, where.function, where.own.function) == ("collective", "all_gather_into_tensor", "step")


def test_a_main_thread_of_a_framework_keeps_the_users_thread_company():
    main = stack("main_loop ray/_private/worker.py:946 < <module> ray/_private/workers/default_worker.py:330")
    users = stack("train_fn train.py:8 < run threading.py:917")

    assert main_standing([main, users])[1].own == Frame("train_fn", "train.py", 8)
    assert main_standing([main, stack("wait threading.py:1 < flush ray/metrics.py:2")]) is None


def test_the_call_of_nccl_that_the_program_made_is_named():
    inside = "?? libcuda.so.1 < ncclEnqueueCheck enqueue.cc:460 < ncclAllReduce libnccl.so.2 < main"

    assert standing(stack(inside)).function == "ncclAllReduce"
    assert standing(stack("?? libcuda.so.1 < ncclEnqueueCheck enqueue.cc:460")).what == "collective"


HELPING = "wait threading.py:355 < get queue.py:171 < _main_loop lmcache/v1/mq.py:240 < run threading.py:1012"
BOOT = " < _bootstrap_inner threading.py:1075 < _bootstrap threading.py:1032"


@pytest.mark.parametrize(
    "beside_the_main_one",
    [stack(HELPING + BOOT, thread="mq-client-shared-loop"), stack(HELPING, thread="signal-callback")],
)
def test_where_the_main_thread_is_cut_off_no_idle_thread_speaks_for_the_process(beside_the_main_one):
    assert main_standing([beside_the_main_one]) is None


def test_a_started_thread_in_the_users_code_or_in_a_collective_tells():
    own = stack("wait threading.py:320 < get queue.py:171 < fetch /app/pipeline.py:98 < run threading.py:982" + BOOT)
    reduces = stack("all_reduce torch/distributed/distributed_c10d.py:2 < run threading.py:982" + BOOT, thread="sync")

    assert main_standing([own])[1].own.function == "fetch"
    assert main_standing([reduces])[1].what == "collective"


LOOP = "_run_once asyncio/base_events.py:1898 < run_forever asyncio/base_events.py:603 < serve server.py:9"


def test_an_event_loop_that_waits_for_requests_stands_nowhere():
    native = "epoll_wait libc.so.6 < select selectors.py:468 < "

    assert standing(stack(native + LOOP)) is None
    assert standing(stack("select selectors.py:415 < get queue.py:180 < step engine.py:3 < " + LOOP)) is not None
