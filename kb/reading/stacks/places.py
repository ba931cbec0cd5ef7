"""What well-known functions wait for: one row a place, with its reason. Data; `standing` reads it.

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
)  # fmt: skip
ROWS = (
    *MEETING_ROWS,
    Row(r"distributed/distributed_c10d\.py", r"_store_based_barrier|init_process_group|new_group|_new_process_group", "store", "ranks meet at the store before the group exists"),
    Row(r"distributed/rendezvous\.py", "", "store", "the TCPStore of the start-up"),
    Row(r"distributed/elastic/utils/store\.py", "", "store", "elastic's barriers are keys in the store"),
    Row("", r"c10d::(?:\w*Store\b|\w*Store::)", "store", "C++ of TCPStore, FileStore, PrefixStore"),
    Row(r"distributed/distributed_c10d\.py", r"[a-z]\w*", "collective", "torch.distributed's public collectives wait in these"),
    Row(r"distributed/_functional_collectives\.py", r"\w+", "collective", "traceable collectives; wait_tensor waits for them"),
    Row(r"nn/parallel/distributed\.py|distributed/utils\.py", r"_(?:distributed|default)_broadcast_coalesced|_sync_(?:buffers|module_buffers|module_states|params_and_buffers)|_verify_param_shape\w*", "collective", "DDP and FSDP send rank 0's buffers and parameters", "broadcast"),
    Row(r"distributed/algorithms/join\.py", r"\w+", "collective", "Join shadows the collectives of ranks that have data left"),
    Row(r"distributed/nn/functional\.py", r"\w+", "collective", "collectives with gradients"),
    Row(r"deepspeed/runtime/zero/(?:partition_parameters|partitioned_param_coordinator)\.py", r"wait|_?fetch_sub_module\w*", "collective", "ZeRO-3 gathers the parameters of a module from all ranks", "fetch_sub_module"),
    Row(r"deepspeed/comm/\w+\.py", r"\w+", "collective", "DeepSpeed's wrappers around torch.distributed"),
    Row(r"distributed/_composable/fsdp/_fsdp_\w+\.py|distributed/fsdp/.*\.py", r".*(?:all_gather|unshard|reduce_scatter|wait_for)\w*", "collective", "FSDP gathers parameters and scatters gradients"),
    Row("", r"(?:c10d::)?ProcessGroup(?:NCCL|Gloo|MPI|UCC)::\w+|c10d::ops::\w+", "collective", "C++ of the process groups"),
    Row("", r"c10d::Work::wait", "collective", "whoever waits for the result of one", "a collective"),
    Row("", r"p?nccl(?:All\w+|Broadcast|Bcast|Reduce\w*|Send|Recv|Gather|Scatter|Group(?:Start|End)|Comm[A-Z]\w+)\b", "collective", "what programs call of NCCL"),
    Row("", r"gloo::\w+|gloo::transport", "collective", "Gloo's collectives and their buffers"),
    Row("", r"MPI_\w+|PMPI_\w+", "collective", "MPI's calls"),
    Row(r"utils/data/.*\.py", "", "data loader", "torch's DataLoader waits for its workers or loads itself", "the DataLoader"),
    Row(r"torchdata/.*\.py|webdataset/.*\.py|streaming/base/.*\.py|nvidia/dali/.*\.py|(?:ffcv|petastorm|litdata)/.*\.py", "", "data loader", "other loaders"),
    Row(r"datasets/(?:iterable_dataset|arrow_dataset|builder|load)\.py", "", "data loader", "Hugging Face datasets reads or prepares"),
    Row(r"_inductor/.*\.py|_dynamo/.*\.py|triton/(?:compiler|runtime)/.*\.py|_functorch/.*\.py", r"(?:compile|_compile|codecache|async_compile|wait|load|build|ast_to|make_|precompile|result|_wait_futures|_init_handles|_do_compile)\w*", "compiler", "torch.compile and Triton build kernels; compiled code runs under other names"),
    Row(r"utils/cpp_extension\.py|utils/file_baton\.py", "", "compiler", "C++ extensions build under a lock file that a dead process leaves"),
    Row(r"distributed/checkpoint/.*\.py|dist_checkpointing/.*\.py|checkpoint_engine/.*\.py", "", "checkpoint or file", "distributed checkpoints"),
    Row(r"torch/serialization\.py|safetensors/.*\.py", "", "checkpoint or file", "torch.save and torch.load, safetensors"),
    Row(r"huggingface_hub/.*\.py|fsspec/.*\.py|s3fs/.*\.py|boto\w*/.*\.py|gcsfs/.*\.py|filelock/.*\.py", "", "checkpoint or file", "files fetched from elsewhere, and their locks"),
    Row("", r"cuda(?:Stream|Device|Event)Synchronize|cu(?:Stream|Ctx|Event)Synchronize|cuda(?:Stream|Event)Query|cu(?:Stream|Event)Query|cudaMemcpy\w*|at::native::_local_scalar_dense_cuda|hipStreamSynchronize|hipDeviceSynchronize", "device", "the CPU waits until the GPU has done what was launched"),
    Row(r"jax/_src/(?:compiler|pxla|stages|interpreters/\w+)\.py", r"backend_compile\w*|compile_or_get_cached|_compile_and_\w+", "compiler", "XLA compiles"),
    Row(r"jax/_src/(?:array|api)\.py", r"block_until_ready|try_to_block|_value", "device", "the CPU waits until the devices have done what was launched"),
    Row(r"torch/(?:cuda|xpu|mps|hpu|musa|npu)/(?:__init__|streams)\.py|torch_(?:npu|musa|mlu)/\w+/(?:utils|streams|__init__)\.py", r"synchronize|wait", "device", "the CPU waits until the GPU or NPU has done what was launched"),
    Row("", r"torch::mps::MPSModule_deviceSynchronize|-\[_MTLCommandBuffer waitUntil|at::mps::MPSStream::(?:synchronize|commitAndWait)", "device", "the same on Apple's GPUs", "synchronize"),
    Row("", r"aclrtSynchronize\w+|c10_npu::\w*[sS]ynchronize\w*", "device", "the same on Ascend's NPUs", "synchronize"),
    Row(r"autograd/(?:graph|__init__)\.py|torch/_tensor\.py", r"_engine_run_backward|backward|grad\b", "backward", "the autograd engine runs in other threads meanwhile", "the backward pass"),
    Row("", r"torch::autograd::(?:Engine|python::PythonEngine)::execute", "backward", "C++ of the same", "the backward pass"),
    Row(r"torch/optim/.*\.py|amp/grad_scaler\.py|deepspeed/ops/.*\.py|apex/optimizers/.*\.py", "", "optimizer", "the step of an optimizer, or the scaler's check for infinities"),
)  # fmt: skip

# Where nothing says more, these do: any library may be waiting in them.
WEAK_ROWS = (
    Row(r"threading\.py", "_shutdown", "exit", "the interpreter waits for threads that are no daemons"),
    Row(r"multiprocessing/util\.py|concurrent/futures/(?:thread|process)\.py", "_exit_function|_run_finalizers|_python_exit", "exit", "the interpreter waits for child processes and pools"),
    Row("", r"p?nccl[A-Z]\w+", "collective", "NCCL's own functions, below those that programs call"),
    Row("", r"ompi_coll_\w+|mca_coll_\w+|MPIR_\w+|MPIC_\w+", "collective", "what Open MPI and MPICH call for MPI's calls"),
    Row(r"distributed/c10d_logger\.py", "", "collective", "a wrapper around every collective; the frame inside tells which", "a collective"),
    Row(r"threading\.py|queue\.py|multiprocessing/(?:synchronize|queues|connection|popen_fork|process)\.py|concurrent/futures/_base\.py|filelock\.py", r"wait|acquire|get|put|join|poll|_wait\w*|_poll|recv\w*|select|result|__enter__", "lock", "Python's locks, queues and joins"),
    Row(r"selectors\.py|socket\.py|ssl\.py|subprocess\.py", r"select|recv\w*|read\w*|communicate|wait|_wait|_try_wait", "lock", "waits for a socket or a child process"),
    Row(r"zmq/.*\.py", r"poll|recv\w*|send\w*|select", "lock", "waits for a message of another process"),
    Row("", r"__lll_lock_wait|(?:__GI_)*_*pthread_(?:mutex|rwlock_(?:rd|wr))_?lock|sem_wait|do_futex_wait|take_gil|PyThread_acquire_lock\w*", "lock", "a mutex, a semaphore or the GIL"),
    Row("", r"absl::(?:lts_\d{8}::)?(?:Mutex|Notification|BlockingCounter)::\w+", "lock", "XLA's, gRPC's and TensorFlow's mutexes; whoever waits for a result waits in one"),
    Row("", r"cu(?:da)?(?:LaunchKernel|GraphLaunch)\w*|hip(?:Module)?(?:LaunchKernel|GraphLaunch)\w*", "device", "a launch waits while the GPU's queue is full"),
    Row(r"torch/cuda/graphs\.py", "replay", "device", "the launch of a captured graph waits in the same way"),
    Row(r"zipfile\.py|shutil\.py|gzip\.py|tarfile\.py|pickle\.py|io\.py|pathlib\.py|genericpath\.py|os\.py", "", "checkpoint or file", "reads or writes a file"),
)  # fmt: skip

# Threads and processes that wait all their life, or watch: never where the job itself stands.
HELPERS = (
    Row(r"data/_utils/pin_memory\.py", "", "unknown", "pins batches for the main thread"),
    Row(r"(?:tensorboard|tensorboardX|torch/utils/tensorboard)/.*\.py", "", "unknown", "writes events"),
    Row(r"tqdm/_monitor\.py", "", "unknown", "watches progress bars"),
    Row("", r"_?watchdog_thread|_?watchdog_once|pyspy_dump_schedulers", "unknown", "an engine's own watchdog, which asks for the stacks"),
    Row(r"wandb/.*\.py|sentry_sdk/.*\.py|prometheus_client/.*\.py", r"run|_loop|check_\w+|loop_\w+|_target|thread_\w+", "unknown", "sends metrics"),
    Row(r"_inductor/compile_worker/.*\.py", "", "unknown", "a pool that waits for kernels to compile"),
    Row(r"multiprocessing/(?:resource_tracker|forkserver|managers)\.py", r"main|serve_\w+", "unknown", "multiprocessing's own processes"),
    Row(r"concurrent/futures/thread\.py", "_worker", "unknown", "a pool's thread"),
    Row(r"distributed/elastic/(?:agent|multiprocessing)/.*\.py|torch/distributed/(?:run|launch)\.py|multiprocessing/spawn\.py", r"_invoke_run|_monitor_workers|run|join|launch_agent|_wait|wait", "unknown", "a launcher waits for its ranks"),
    Row("", r"c10d::ProcessGroup\w+::(?:Watchdog|HeartbeatMonitor|watchdogHandler|ncclCommWatchdog|heartbeatMonitor|workCleanupLoop|runLoop)|c10d::ProcessGroupNCCL::WorkNCCL::checkTimeout", "unknown", "watchdog, heartbeat and Gloo's own threads"),
    Row("", r"torch::autograd::(?:Engine::thread_(?:main|init)|ReadyQueue::pop)|c10::ThreadPool::main_loop|nccl(?:Proxy|Ras|IbAsync)\w+|gloo::transport::tcp::Loop|c10d::detail::\w*Daemon", "unknown", "service threads of libraries"),
    Row(r"proxy\.cc", "persistentThread", "unknown", "NCCL's proxy thread before 2.12"),
    Row(r"multiprocessing/(?:queues|resource_sharer)\.py", r"_feed|_serve", "unknown", "threads behind a queue"),
    Row(r"ipykernel/.*\.py", "", "unknown", "a notebook's own threads"),
)  # fmt: skip

# Python's own modules whose names say little, and their functions: programs packed into one file have no folders left.
SHORTENED = {
    "_base.py": ("result", "exception", "wait", "as_completed", "result_iterator"),
    "thread.py": ("_worker",),
    "process.py": ("_bootstrap", "_process_worker"),
    "connection.py": ("wait", "poll", "_poll", "recv", "_recv", "recv_bytes", "_recv_bytes"),
    "pool.py": ("worker", "_handle_tasks", "_handle_workers", "_handle_results", "_wait_for_updates"),
    "popen_fork.py": ("poll", "wait", "_launch"),
    "spawn.py": ("_main", "spawn_main"),
    "base_events.py": ("run_forever", "_run_once", "run_until_complete"),
}

# Packages that are not the user's own, where a path is printed without site-packages.
LIBRARIES = frozenset(
    "torch torchvision torchaudio torchdata torchtext torchtitan deepspeed megatron megatron_core transformer_engine "
    "apex accelerate transformers datasets tokenizers huggingface_hub safetensors peft trl lightning pytorch_lightning "
    "lightning_fabric ray vllm sglang verl colossalai fairscale fairseq nemo mmengine mmcv numpy scipy pandas pyarrow fsspec s3fs boto3 "
    "botocore urllib3 requests aiohttp triton numba cupy jax flax horovod mpi4py tqdm wandb tensorboard tensorboardX "
    "hydra omegaconf click typer absl streaming composer webdataset nvidia PIL cv2 sklearn filelock psutil zmq grpc "
    "tornado IPython ipykernel gevent uvicorn fastapi starlette anyio sentry_sdk einops bitsandbytes "
    "flashinfer flash_attn xformers lmcache mooncake nixl diffusers timm sentence_transformers torchmetrics torchrec "
    "torchao torchtune torch_xla torch_npu torchft jaxlib optax orbax haiku chex tensorflow keras tensorstore "
    "tensorrt_llm lmdeploy liger_kernel unsloth litdata lightning_utilities mlflow clearml comet_ml swanlab redis "
    "paramiko dask polars h5py lmdb librosa torchcodec decord albumentations kornia joblib dill cloudpickle "
    "multiprocess pydantic httpx ffcv petastorm".split()
)
