"""Whose code a frame is: the user's own, a library's, Python's."""

from __future__ import annotations

import re
import sys

from kb.reading.stacks.stack import Frame

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
    "lightning_fabric ray vllm sglang verl colossalai fairscale fairseq fairseq_cli nemo mmengine mmcv numpy scipy pandas pyarrow fsspec s3fs boto3 "
    "botocore urllib3 requests aiohttp triton numba cupy jax flax horovod mpi4py tqdm wandb tensorboard tensorboardX "
    "hydra omegaconf click typer absl streaming composer webdataset nvidia PIL cv2 sklearn filelock psutil zmq grpc "
    "tornado IPython ipykernel gevent uvicorn fastapi starlette anyio sentry_sdk einops bitsandbytes "
    "flashinfer flash_attn xformers lmcache mooncake nixl diffusers timm sentence_transformers torchmetrics torchrec "
    "torchao torchtune torch_xla torch_npu torchft jaxlib optax orbax haiku chex tensorflow keras tensorstore "
    "tensorrt_llm lmdeploy liger_kernel unsloth litdata lightning_utilities mlflow clearml comet_ml swanlab redis "
    "paramiko dask polars h5py lmdb librosa torchcodec decord albumentations kornia joblib dill cloudpickle "
    "multiprocess pydantic httpx ffcv petastorm mpmath sympy torchcomms deep_ep deep_gemm sgl_kernel sgl_router aiter "
    "megatron_fsdp megatron_bridge paddle paddlenlp mindspore torch_musa torch_mlu habana_frameworks intel_extension_for_pytorch "
    "oneccl_bindings_for_pytorch uvloop eventlet websockets pyspark setproctitle neptune trackio opentelemetry "
    "lightning_thunder torchrl tensordict tianshou e3nn torch_geometric dgl monai nnunetv2 fastai "
    "speechbrain espnet espnet2 ultralytics detectron2 mmdet mmseg mmpretrain paddledet open_clip torch_scatter "
    "gluonts hivemind optimum auto_gptq awq gptqmodel llmcompressor compressed_tensors "
    "lm_eval pyro numpyro matplotlib skimage  tiktoken sentencepiece tvm_ffi pynvml "
    "peewee sqlalchemy ipdb pudb llamafactory axolotl openrlhf".split()
)

INSTALLED = re.compile(
    r"(?:site|dist)-packages/|/lib(?:64)?/python\d|^[A-Za-z]:/.{0,500}/Lib/|/pythonlibs?/|\.so\b"
    # A program's own script beside the interpreter, such as torchrun, has no ending.
    r"|/s?bin/[^/.]{1,80}$"
    r"|/usr/(?:lib|include)/|/sysdeps/|/uv/archive-v\d/|/torchinductor_|/unsloth_compiled_cache/|^<(?!ipython-input|stdin>)[^/]*$"
)
# A library that runs from its own repository: sglang/python/sglang/, DeepSpeed/deepspeed/.
CHECKED_OUT = re.compile(r"/(\w{2,40})/(?:src/|python/)?(?P<package>\1)/", re.IGNORECASE)
# One in a folder of any name is known by what is inside its package.
INSIDE = re.compile(
    r"/(?:torch/(?:nn|distributed|utils|autograd|optim|_dynamo|_inductor|cuda|multiprocessing|amp|fx|_functorch)"
    r"|megatron/(?:core|training|legacy|model|data|optimizer|mpu|schedules)"
    r"|deepspeed/(?:runtime|comm|ops|utils|launcher|inference|module_inject|sequence|pipe|moe)"
    r"|vllm/(?:v1|worker|engine|distributed|model_executor|entrypoints|executor|attention|core|compilation|models)"
    r"|sglang/(?:srt|lang|launch_server)|llamafactory/(?:train|model|data|hparams|extras|launcher)|swift/(?:llm|trainers|megatron|cli|rlhf_trainers)"
    r"|openrlhf/(?:trainer|models|utils|cli|datasets)|verl/(?:workers|trainer|utils|single_controller|experimental)"
    r"|slime/(?:ray|backends|utils|rollout)|nemo_rl/(?:algorithms|models|distributed|environments|utils|experience)"
    r"|nemo/(?:collections|core|utils|lightning)|transformers/(?:models|trainer\w*\.py|generation|integrations|modeling_utils\.py)"
    r"|accelerate/(?:utils|accelerator\.py|commands|launchers\.py)|(?:pytorch_lightning|lightning/(?:pytorch|fabric))/(?:trainer|strategies|loops|plugins|core|utilities|callbacks)"
    r"|fairseq_cli/(?:train|hydra_train|hydra_validate|generate|validate|preprocess|eval_lm|interactive|score)\.py"
    r"|fairseq/(?:data|distributed|tasks|models|modules|trainer\.py|dataclass|criterions|checkpoint_utils\.py)"
    r"|colossalai/(?:booster|zero|pipeline|shardformer|nn|legacy|kernel|inference)|ray/(?:_private|train|tune|util|rllib|data)"
    r"|detectron2/(?:engine|modeling|utils|data|structures|layers|evaluation)|(?:mmcv|mmengine)/(?:runner|parallel|hooks|dist|model|optim)"
    r"|axolotl/(?:cli|core|utils|monkeypatch|train\.py)|torchtune/(?:modules|training|data|utils)|tensorflow/python|jax/_src)(?:/|\b)"
)
PYTHONS_OWN = re.compile(r"(?:/python\d(?:\.\d{1,2})?|^[A-Za-z]:/.{0,500}/lib|/Lib)/(?P<module>\w+)")


def is_own(frame: Frame) -> bool:
    """Whether a frame is Python code that is neither installed nor Python's own."""
    file = frame.path[:1000]
    if not frame.is_python or INSTALLED.search(file) or _is_stdlib(file) or _is_checked_out(file):
        return False
    parts = file.split("/")
    if len(parts) == 1 and frame.function in SHORTENED.get(parts[0], ()):
        return False
    if parts[0] == "" or parts[0] in (".", ".."):
        return True
    return parts[0].removesuffix(".py") not in LIBRARIES | sys.stdlib_module_names


def _is_checked_out(file: str) -> bool:
    """A known library's package in a folder of the same name, as its repository has it, or with its own folders."""
    return INSIDE.search(file) is not None or any(told["package"] in LIBRARIES for told in CHECKED_OUT.finditer(file))


def _is_stdlib(file: str) -> bool:
    """Python's own modules, wherever its directory was put."""
    told = PYTHONS_OWN.search(file)
    return told is not None and told["module"] in sys.stdlib_module_names
