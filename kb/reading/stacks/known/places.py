"""What well-known functions wait for: one row a place, with its reason. Data; `kb.reading.stacks.standing` reads it.

A row is (file, function, what, reason): regular expressions that match the end of a frame's path and the beginning of
its function, "" any. The first row that fits a frame counts; a frame nearer to the innermost counts first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

What = Literal[
    "collective",
    "store",
    "data loader",
    "lock",
    "compiler",
    "checkpoint or file",
    "device",
    "backward",
    "optimizer",
    "exit",
    "own code",
    "unknown",
]


class Row(NamedTuple):
    """`name` is what people call it, where the function's own name says nothing."""

    file: str
    function: str
    what: What
    reason: str
    name: str = ""


# A launcher stands in these until every node has come.
MEETING_ROWS = (
    Row(r"distributed/elastic/rendezvous/.*\.py", r"next_rendezvous|_wait\w*|run|sleep|_join\w*|_sync\w*|sync", "store", "torchrun's agent waits for the other nodes", "the rendezvous"),
    Row(r"distributed/elastic/rendezvous/etcd_\w+\.py", r"rendezvous_barrier|confirm_\w+|join_\w+|(?:try_)?wait_\w+|announce_\w+|handle_\w+", "store", "the same with etcd", "the rendezvous"),
    Row(r"distributed/elastic/agent/server/api\.py", "_exit_barrier|_assign_worker_ranks|_share_and_gather", "store", "the agents of all nodes meet once more"),
)  # fmt: skip
ROWS = (
    *MEETING_ROWS,
    Row(r"distributed/distributed_c10d\.py", r"_store_based_barrier|init_process_group|new_group|_new_process_group", "store", "ranks meet at the store before the group exists"),
    Row(r"distributed/rendezvous\.py", "", "store", "the TCPStore of the start-up"),
    Row(r"distributed/elastic/utils/store\.py", "", "store", "elastic's barriers are keys in the store"),
    Row(r"torch_xla/core/xla_model\.py|jax/_src/distributed\.py|jax/_src/clusters/\w+\.py|ray/util/collective/collective_group/\w+\.py|verl/utils/rendezvous/\w+\.py|torchft/(?:manager|coordination)\.py", r"rendezvous|_?initialize|connect|shutdown|wait_for_coordinator|meet|_rendezvous|create_nccl_communicator_in_ray|(?:start|wait)_quorum|should_commit", "store", "other frameworks' meetings at the start, and where they vote"),
    Row(r"horovod/(?:common/basics|\w+/mpi_ops)\.py", r"init\b|shutdown", "store", "Horovod's processes meet", "hvd.init"),
    Row("", r"c10d::(?:\w*Store\b|\w*Store::)|c10d::detail::(?:\(anonymous namespace\)::)?(?:SocketConnectOp|Socket|TCPClient)\b|c10d::ProcessGroup\w+::(?:broadcastUnique|allgatherUnique)\w+", "store", "C++ of TCPStore, FileStore, PrefixStore"),
    Row(r"distributed/distributed_c10d\.py", r"destroy_process_group|_shutdown_backend|_abort_process_group|_abort_in_destroy_pg", "exit", "a process group ends when all ranks end it", "destroy_process_group"),
    Row("", r"c10d::ProcessGroup\w+::(?:abort\w*|shutdown\w*|destroy\w*|waitForFutureOrTimeout|~\w+)|c10d::NCCLComm::(?:abort|destroy|finalize)\w*|p?ncclComm(?:Abort|Destroy|Finalize)\b", "exit", "the same in C++, where it waits for kernels that never end"),
    Row(r"distributed/distributed_c10d\.py", r"[a-z]\w*", "collective", "torch.distributed's public collectives wait in these"),
    Row(r"distributed/distributed_c10d\.py", r"_coalescing_manager|_\w*(?:all_gather|broadcast|scatter|gather)\w*", "collective", "where several are waited for together"),
    Row(r"distributed/_functional_collectives(?:_impl)?\.py", r"\w+", "collective", "traceable collectives; wait_tensor waits for them"),
    Row(r"nn/parallel/distributed\.py|distributed/utils\.py", r"_(?:distributed|default)_broadcast_coalesced|_sync_(?:buffers|module_buffers|module_states|params_and_buffers)|_verify_param_shape\w*", "collective", "DDP and FSDP send rank 0's buffers and parameters", "broadcast"),
    Row(r"distributed/algorithms/join\.py", r"\w+", "collective", "Join shadows the collectives of ranks that have data left"),
    Row(r"distributed/nn/functional\.py", r"\w+", "collective", "collectives with gradients"),
    Row(r"nn/parallel/distributed\.py", r"_check_global_requires_backward_grad_sync|_match_\w+", "collective", "DDP asks in Join whether anybody has data left"),
    Row(r"distributed/algorithms/(?:ddp_comm_hooks|model_averaging)/.*\.py|distributed/optim/zero_redundancy_optimizer\.py", r"\w*(?:hook|average|wait|sync|broadcast|gather|consolidate|allreduce)\w*", "collective", "hooks of DDP, averages of models, ZeRO-1 of torch"),
    Row(r"distributed/_state_dict_utils\.py", r"_gather_state_dict|dtensor_func|_broadcast_\w+|_distribute_\w+", "collective", "a state dict gathered from all ranks"),
    Row(r"distributed/_symmetric_memory/.*\.py", r"\w+", "collective", "symmetric memory: ranks wait for each other's signals"),
    Row(r"distributed/(?:_?tensor|_shard)/.*\.py", r"_?\w*(?:redistribute|wait|all_?gather|all_?to_?all|reduce_scatter|_to_replicate|scatter|broadcast|ring_)\w*|sync_grad_hook", "collective", "DTensor moves what ranks hold"),
    Row(r"distributed/pipelining/(?:schedules|stage)\.py|deepspeed/runtime/pipe/(?:p2p|engine|dualpipev)\.py|colossalai/pipeline/.*\.py", r"_wait_\w+|_warmup_\w+|_?\w*(?:recv|p2p)\w*|_exec_(?:send|recv|reduce|commit)\w+|wait|send\w*", "collective", "pipeline stages hand on what they computed"),
    Row(r"distributed/rpc/.*\.py", r"_all_gather|_barrier|_group_membership_management|_wait_all|_?shutdown", "collective", "all workers of RPC meet", "rpc.shutdown"),
    Row(r"deepspeed/runtime/zero/(?:partition_parameters|partitioned_param_coordinator)\.py", r"wait|_?fetch_sub_module\w*|_?_?all_?gather\w*|_clean_inflight_param_registry|_reduce_scatter_gradients|release_and_reset_all", "collective", "ZeRO-3 gathers the parameters of a module from all ranks", "fetch_sub_module"),
    Row(r"deepspeed/comm/\w+\.py", r"\w+", "collective", "DeepSpeed's wrappers around torch.distributed"),
    Row(r"distributed/_composable/fsdp/_fsdp_\w+\.py|distributed/fsdp/.*\.py", r".*(?:all_?gather|unshard|reduce_scatter|wait_for|foreach_reduce|_communicate_optim|unscale_)\w*", "collective", "FSDP gathers parameters and scatters gradients"),
    Row(r"megatron/core/pipeline_parallel/(?:p2p_communication|bridge_communicator)\.py|megatron/core/inference/communication_utils\.py|megatron/core/resharding/.*\.py", r"\w+", "collective", "Megatron's stages hand on what they computed"),
    Row(r"megatron/core/distributed/.*\.py|megatron_fsdp/.*\.py|megatron/core/pipeline_parallel/schedules\.py|megatron/core/transformer/multi_token_prediction\.py", r"(?:start|finish)_(?:param|grad)_sync|reduce_scatter\w*|\w*(?:wait|all_?gather|all_?reduce|gradient_reduce)\w*|pp_(?:pre|post)_\w+|_?roll_tensor\w*", "collective", "Megatron gathers parameters and reduces gradients"),
    Row(r"colossalai/(?:zero|shardformer|quantization|booster)/.*\.py|verl/utils/ulysses\.py|transformers/distributed/\w+\.py", r"_?\w*(?:wait|ring_|_ring|gather|all_to_all|communicate|comm_hook)\w*", "collective", "the same in other frameworks"),
    Row(r"horovod/\w+/mpi_ops\.py|horovod/\w+/(?:functions|optimizer)\.py", r"synchronize|poll|join|barrier|_?(?:grouped_)?(?:allreduce|allgather|broadcast|alltoall|reducescatter)\w*", "collective", "Horovod waits until all ranks have named the tensor"),
    Row(r"vllm/distributed/(?:parallel_state|communication_op|utils|stateless_coordinator|eplb/\w+|device_communicators/(?!shm_)\w+)\.py|sglang/srt/distributed/.*\.py|sglang/srt/(?:managers/scheduler_pp_mixin|eplb/\w+)\.py", r"_?\w*(?:wait|send|recv|broadcast|all_?reduce|all_?gather|gather|scatter|all_?to_?all|barrier|comm_work)\w*", "collective", "the engines' own collectives"),
    Row(r"ray/util/collective/.*\.py|ray/train/(?:v2/)?collective/\w+\.py|torchft/\w+\.py|torchrec/distributed/.*\.py|deep_ep/\w+\.py|torchcomms/\w+\.py|cupy/.*nccl\.pyx", r"_?\w*(?:wait|send|recv|broadcast|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|barrier|dispatch|combine|average|perform_sync|_comm_hook)\w*", "collective", "other libraries' collectives"),
    Row(r"mpi4py/.*\.(?:pyx|pxi|py)", r"\w+", "collective", "MPI's calls from Python"),
    Row(r"jax/experimental/multihost_utils\.py", r"\w+", "collective", "all processes of JAX meet"),
    Row("", r"(?:c10d::|paddle::distributed::)?ProcessGroup(?:NCCL|Gloo|MPI|UCC|XCCL|HCCL|Wrapper)::\w+|c10d::ops::\w+|c10d_npu::ProcessGroup\w+::\w+|torch::cuda::nccl::\w+", "collective", "C++ of the process groups"),
    Row("", r"Hccl[A-Z]\w+|hccl::\w+|ccl::(?:v1::)?\w+|ccl_(?:executor|coll|comm|all|barrier|broadcast|bcast|reduce|send|recv)\w*|ucc_collective\w+|nvshmemx?_(?:init\w*|barrier\w*|sync\w*|quiet\w*|\w*wait\w*)", "collective", "Ascend's, Intel's, UCC's and NVSHMEM's calls"),
    Row("", r"c10d::Work::wait", "collective", "whoever waits for the result of one", "a collective"),
    Row("", r"p?nccl(?:All\w+|Broadcast|Bcast|Reduce\w*|Send|Recv|Gather|Scatter|Group(?:Start|End)|Comm[A-Z]\w+)\b", "collective", "what programs call of NCCL"),
    Row("", r"gloo::\w+|gloo::transport", "collective", "Gloo's collectives and their buffers"),
    Row("", r"MPI_\w+|PMPI_\w+", "collective", "MPI's calls"),
    Row("", r"xla::(?:gpu::|cpu::)?\w*(?:Nccl|Collective|AllReduce|AllGather|AllToAll|ReduceScatter|Rendezvous|Communicator)\w*", "collective", "XLA's thunks and meetings of its devices"),
    Row(r"utils/data/.*\.py", "", "data loader", "torch's DataLoader waits for its workers or loads itself", "the DataLoader"),
    Row(r"torchdata/.*\.py|webdataset/.*\.py|streaming/base/.*\.py|nvidia/dali/.*\.py|(?:ffcv|petastorm|litdata)/.*\.py", "", "data loader", "other loaders"),
    Row(r"megatron/(?:core/datasets|legacy/data|data)/.*\.py|fairseq/data/.*\.py", "", "data loader", "Megatron's and fairseq's datasets read or build their index"),
    Row(r"datasets/(?:iterable_dataset|arrow_dataset|builder|load)\.py", "", "data loader", "Hugging Face datasets reads or prepares"),
    Row(r"_inductor/.*\.py|_dynamo/.*\.py|triton/(?:compiler|runtime)/.*\.py|_functorch/.*\.py", r"(?:compile|_compile|codecache|async_compile|wait|load|build|ast_to|make_|precompile|result|_wait_futures|_init_handles|_do_compile|_?bench|do_bench|autotune|_bench)\w*", "compiler", "torch.compile and Triton build kernels; compiled code runs under other names"),
    Row(r"utils/cpp_extension\.py|utils/(?:_?file_baton|file_lock)\.py|flashinfer/jit/.*\.py|tvm_ffi/cpp/\w+\.py|deep_gemm/jit\w*/.*\.py", "", "compiler", "C++ extensions build under a lock file that a dead process leaves"),
    Row(r"distributed/checkpoint/.*\.py|dist_checkpointing/.*\.py|checkpoint_engine/.*\.py", "", "checkpoint or file", "distributed checkpoints"),
    Row(r"deepspeed/(?:runtime/swap_tensor|io|nvme)/.*\.py|composer/(?:utils/remote_uploader|checkpoint/\w+|loggers/remote_uploader_downloader)\.py|orbax/checkpoint/.*\.py|jax/experimental/array_serialization/.*\.py|litdata/.*\.py", r"\w*(?:wait|swap|sync|read|write|save|load|upload|download|restore|deserialize|serialize|drain)\w*", "checkpoint or file", "what is written to, or read from, slow storage"),
    Row(r"composer/utils/dist\.py", "local_rank_zero_download_and_wait", "checkpoint or file", "others wait until the first rank of a node has a file"),
    Row(r"torch/serialization\.py|safetensors/.*\.py", "", "checkpoint or file", "torch.save and torch.load, safetensors"),
    Row(r"huggingface_hub/.*\.py|fsspec/.*\.py|s3fs/.*\.py|boto\w*/.*\.py|gcsfs/.*\.py|filelock/.*\.py", "", "checkpoint or file", "files fetched from elsewhere, and their locks"),
    Row("", r"cuda(?:Stream|Device|Event)Synchronize|cu(?:Stream|Ctx|Event)Synchronize|cuda(?:Stream|Event)Query|cu(?:Stream|Event)Query|cudaMemcpy\w*|at::native::_local_scalar_dense_cuda|hip(?:Stream|Device|Event|Ctx)Synchronize|hipMemcpy\w*|cuMemcpy(?!.*Async)\w*|cuMemFree\w*|cudaFree(?:Host)?\b|c10::(?:cuda|hip)::(?:memcpy_and_sync|stream_synchronize|device_synchronize)|hsa_\w*signal_wait\w*|hsaKmtWait\w*|rocr::core::\w*Signal::Wait\w*|amd::(?:HostQueue::finish|Event::awaitCompletion|roc::WaitForSignal\w*|roc::VirtualGPU::(?:releaseGpuMemoryFence|HwQueueTracker::\w+))|ze(?:CommandQueue|EventHost|Fence)\w*Synchronize", "device", "the CPU waits until the GPU has done what was launched"),
    Row(r"jax/_src/(?:compiler|pxla|stages|interpreters/\w+)\.py", r"backend_compile\w*|compile_or_get_cached|_compile_and_\w+", "compiler", "XLA compiles"),
    Row(r"jax/_src/(?:array|api|dispatch|core|earray|random/prng|prng)\.py", r"_?block_until_ready|try_to_block|_value|wait_for_tokens|effects_barrier|__array__|_copy_single_device\w*", "device", "the CPU waits until the devices have done what was launched"),
    Row(r"torch/(?:cuda|xpu|mps|hpu|musa|npu)/(?:__init__|streams)\.py|torch_(?:npu|musa|mlu)/\w+/(?:utils|streams|__init__)\.py", r"synchronize|wait", "device", "the CPU waits until the GPU or NPU has done what was launched"),
    Row(r"deepspeed/runtime/(?:utils|base_optimizer|zero/\w+|fp16/\w+)\.py", r"_?(?:check|has)_\w*(?:overflow|inf_or_nan)\w*", "device", "asks the GPU for a value: whether a gradient is infinite"),
    Row(r"torch_xla/(?:core/xla_model|torch_xla|runtime)\.py", r"mark_step|sync|wait_device_ops|step", "device", "XLA runs, or compiles, what was traced"),
    Row("", r"torch_xla::XLAGraphExecutor::\w+|torch_xla::runtime::\w+::(?:TransferFromDevice|WaitDeviceOps|Compile)\w*", "device", "C++ of the same"),
    Row("", r"mxnet::engine::\w+::WaitFor\w+|mxnet::NDArray::(?:WaitTo\w+|SyncCopy\w+)", "device", "MXNet's engine runs what was queued", "WaitForVar"),
    Row("", r"torch::mps::MPSModule_deviceSynchronize|-\[_MTLCommandBuffer waitUntil|at::mps::MPSStream::(?:synchronize|commitAndWait)", "device", "the same on Apple's GPUs", "synchronize"),
    Row("", r"aclrtSynchronize\w+|c10_npu::\w*[sS]ynchronize\w*", "device", "the same on Ascend's NPUs", "synchronize"),
    Row("", r"tensorflow::(?:DirectSession|GrpcSession)::(?:WaitForNotification|Run\w*)", "device", "TensorFlow's executor runs what was asked for", "session.run"),
    Row(r"vllm/v1/executor/\w+\.py", r"get_response|_?wait_for_response|collective_rpc", "lock", "the engine waits for the answer of its workers", "get_response of vLLM"),
    Row(r"wandb/sdk/.*\.py", r"init|login|finish|_?wait\w*|deliver\w*", "lock", "waits for the service of Weights & Biases", "wandb"),
    Row(r"autograd/(?:graph|__init__)\.py|torch/_tensor\.py", r"_engine_run_backward|backward|grad\b", "backward", "the autograd engine runs in other threads meanwhile", "the backward pass"),
    Row("", r"torch::autograd::(?:Engine|python::PythonEngine)::execute", "backward", "C++ of the same", "the backward pass"),
    Row(r"torch/optim/.*\.py|amp/grad_scaler\.py|deepspeed/ops/(?:adam|lamb|lion|muon)/.*\.py|apex/(?:optimizers|contrib/optimizers|multi_tensor_apply)/.*\.py|megatron/core/optimizer/.*\.py|bitsandbytes/optim/.*\.py|deepspeed/runtime/superoffload/.*\.py|nn/utils/clip_grad\.py", "", "optimizer", "the step of an optimizer, or the scaler's check for infinities"),
)  # fmt: skip

# Where nothing says more, these do: any library may be waiting in them.
WEAK_ROWS = (
    Row(r"threading\.py", "_shutdown", "exit", "the interpreter waits for threads that are no daemons"),
    Row(r"multiprocessing/util\.py|concurrent/futures/(?:thread|process)\.py", "_exit_function|_run_finalizers|_python_exit", "exit", "the interpreter waits for child processes and pools"),
    Row("", r"p?nccl[A-Z]\w+", "collective", "NCCL's own functions, below those that programs call"),
    Row("", r"ompi_coll_\w+|mca_coll_\w+|MPIR_\w+|MPIC_\w+", "collective", "what Open MPI and MPICH call for MPI's calls"),
    Row(r"distributed/c10d_logger\.py", "", "collective", "a wrapper around every collective; the frame inside tells which", "a collective"),
    Row(r"threading\.py|queue\.py|multiprocess(?:ing)?/(?:synchronize|queues|connection|popen_\w+|process|pool|managers)\.py|concurrent/futures/(?:_base|process)\.py|filelock\.py|joblib/parallel\.py|torch/futures/__init__\.py|tqdm/std\.py", r"wait|acquire|get\b|put|join|poll|_wait\w*|_poll|_?recv\w*|_?send\w*|accept|select|result|__enter__|_?retrieve|value", "lock", "Python's locks, queues and joins"),
    Row(r"selectors\.py|socket\.py|ssl\.py|subprocess\.py", r"select|recv\w*|read\w*|communicate|_communicate|wait|_wait|_try_wait|accept|create_connection|connect|getaddrinfo|getfqdn|do_handshake|send\w*|_?create\b", "lock", "waits for a socket or a child process"),
    Row(r"zmq/.*\.(?:py|pyx)", r"_?poll|_?recv\w*|_?send\w*|select", "lock", "waits for a message of another process"),
    Row(r"vllm/distributed/device_communicators/shm_broadcast\.py", r"dequeue|enqueue|acquire_\w+|wait\w*|recv|broadcast_object", "lock", "an engine's processes hand messages on in shared memory"),
    Row(r"ray/_private/worker\.py", r"get\b|get_objects|wait\b", "lock", "waits for what another process of Ray computes", "ray.get"),
    Row(r"ray/experimental/channel/.*\.py|ray/dag/.*\.py", r"_?read\w*|_?write\w*|recv|get\b", "lock", "waits for what another process of Ray computes"),
    Row(r"distributed/rpc/.*\.py", r"\w*(?:sync|wait|invoke|to_here|init)\w*", "lock", "an RPC that nobody has answered"),
    Row(r"logging/__init__\.py", r"acquire|flush|emit|_acquireLock", "lock", "a log that nobody reads, or whose lock nobody gives back"),
    Row(r"gevent/.*\.pyx?|eventlet/.*\.py", r"_?wait\w*|switch\w*|get|join", "lock", "waits for another greenlet"),
    Row("", r"__lll_lock_wait|(?:__GI_)*_*pthread_(?:mutex|rwlock_(?:rd|wr))_?lock|sem_wait|do_futex_wait|take_gil|PyThread_acquire_lock\w*", "lock", "a mutex, a semaphore or the GIL"),
    Row("", r"bootstrap(?:AllGather|Init|Send|Recv|Barrier|Split|IntraNode\w+|Close)\w*|initTransportsRank|commAlloc|groupLaunch|asyncJobLaunch|doLaunches|waitWorkFifoAvailable|uploadWork|socket(?:Progress|Wait|Poll)\w*", "collective", "NCCL's functions without its name in front"),
    Row("", r"absl::(?:lts_\d{8}::)?(?:Mutex|Notification|BlockingCounter)::\w+", "lock", "XLA's, gRPC's and TensorFlow's mutexes; whoever waits for a result waits in one"),
    Row("", r"cu(?:da)?(?:LaunchKernel|GraphLaunch)\w*|hip(?:Module)?(?:LaunchKernel|GraphLaunch)\w*", "device", "a launch waits while the GPU's queue is full"),
    Row(r"torch/cuda/graphs\.py", "replay", "device", "the launch of a captured graph waits in the same way"),
    Row(r"zipfile\.py|shutil\.py|gzip\.py|tarfile\.py|pickle\.py|io\.py|pathlib\.py|genericpath\.py|os\.py", "", "checkpoint or file", "reads or writes a file"),
)  # fmt: skip

# What those below stand in whatever was called; it counts where nothing else does.
LAST_ROWS = (
    Row("kernel", r"nfs\d?_\w+|rpc_\w+|__rpc_\w+|xprt_\w+|nfsd\w*|ll_\w+|cl_sync_io\w*|osc_\w+|ptlrpc_\w+|ldlm_\w+|ceph_\w+|fuse_\w+|request_wait_answer|gpfs\w*|cxi\w+_wait|beegfs\w*|wekafs\w*|kxSendVar\w*", "checkpoint or file", "the kernel waits for a network file system"),
    Row("kernel", r"(?:wait_on|folio_wait|__folio_lock|__lock_page|lock_page|filemap_\w+|wb_wait|balance_dirty|jbd2_\w+|ext4_\w+|xfs_\w+|xlog_\w+|btrfs_\w+|blk_\w+|submit_bio_wait|dio_\w+|iomap_\w+|vfs_\w+|bit_wait\w*|rwsem_down_\w+|__lookup_slow|do_unlinkat|fsync\w*|path_openat|do_last|do_filp_open|lookup_\w+|walk_component|generic_file_\w+|shrink_\w+)\w*", "checkpoint or file", "the kernel waits for a disk"),
    Row("kernel", r"uvm_\w+|nv_\w+|nvidia_\w+|_nv\d{4,8}rm|rm_(?:ioctl|perform)\w*|os_acquire_\w+|amdgpu_\w+|kfd_\w+|dma_fence_\w+|drm_\w+|i915_\w+|hl_\w+|davinci_\w+", "device", "the kernel waits for the driver of the GPU"),
    Row("kernel", r"futex_\w+", "lock", "a mutex, a semaphore or the GIL"),
    Row("kernel", r"(?:pipe|unix_stream|tcp|inet|sk|skb)_\w+|ep_poll|do_poll\w*|do_sys_poll|do_select|do_wait|n_tty_read|tty_\w+|kernel_wait4|poll_schedule\w*", "lock", "the kernel waits for a socket, a pipe or a child process"),
    Row("", r"opal_progress|mca_(?:pml|btl|mtl|osc)_\w+|opal_condition_wait|PMIx_Fence\w*|uc[pst]_\w+|fi_cq_\w*read\w*|hcoll_\w+|MPIDI?_\w+|MPID?I_\w+", "collective", "what MPI and UCX wait in"),
    Row("", r"grpc(?:_impl)?::(?:internal::BlockingUnaryCall\w*|CompletionQueue::Pluck)", "lock", "a call to another process has no answer; TensorFlow's session waits for its master so", "a gRPC call"),
    Row("", r"cu(?:Module|Library)Load\w*|cudaMalloc\w*|cudaHostAlloc|cudaDeviceEnablePeerAccess|cudaIpcOpenMemHandle|hipMalloc\w*|hipModuleLoad\w*|cuCtx\w+|cuDevicePrimaryCtx\w+|cuInit", "device", "the driver answers once the GPU does, some calls only when it is idle"),
)  # fmt: skip
