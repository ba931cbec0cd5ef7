"""A stack -> what its thread is busy with, in one word: where a rank stands that others wait for. Rows are data.

Frames of libraries show it; the names that people give to functions of their own suggest it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from kb.reading.stacks.stack import Frame

Doing = Literal[
    "asks",
    "waits-for-file-lock",
    "downloads",
    "reads-data",
    "saves",
    "loads",
    "compiles",
    "imports",
    "prepares",
    "evaluates",
    "",
]


class Row(NamedTuple):
    """Regular expressions of the end of a frame's path and of its whole function; a row above another counts first."""

    doing: Doing
    file: str
    function: str = r"\w+"


# The code that runs while a module is imported has this name: whatever file it stands in, it does nothing else yet.
IMPORTS = "<module>"
ROWS = (
    Row("asks", r"(?:pdb|bdb|cmd|code|getpass)\.py", r"(?:trace_dispatch|dispatch_\w+|user_\w+|interaction|_?cmdloop|interact|raw_input|\w*getpass\w*|fallback_\w+|_raw_input)"),
    Row("asks", r"(?:IPython/(?:core/debugger|terminal)|ipdb|pudb|debugpy|pydevd|prompt_toolkit|click/termui|rich/prompt|questionary)(?:/.*)?\.py"),
    Row("waits-for-file-lock", r"filelock/.*\.py|portalocker/.*\.py|fasteners/.*\.py", r"_?acquire\w*|_poll\w*|__enter__|lock"),
    Row("waits-for-file-lock", r"utils/file_baton\.py", "wait"),
    Row("reads-data", r"utils/data/.*\.py|torchdata/.*\.py|webdataset/.*\.py|streaming/base/.*\.py|nvidia/dali/.*\.py"),
    Row("prepares", r"datasets/(?:arrow_dataset|builder|dataset_dict|arrow_writer|packaged_modules/.*)\.py|tokenizers/.*\.py|transformers/(?:tokenization_\w+|models/.*tokenization_\w+)\.py|sentencepiece/.*\.py|tiktoken/.*\.py"),
    Row("reads-data", r"datasets/iterable_dataset\.py"),
    Row("downloads", r"huggingface_hub/.*\.py|urllib/request\.py|requests/.*\.py|httpx/.*\.py|aiohttp/.*\.py|boto\w*/.*\.py|s3fs/.*\.py|gcsfs/.*\.py|modelscope/.*\.py"),
    Row("saves", r"torch/serialization\.py", r"_?save|_legacy_save"),
    Row("saves", r"safetensors/\w+\.py", r"save\w*"),
    Row("saves", r"distributed/checkpoint/.*\.py|dist_checkpointing/.*\.py|checkpoint_engine/.*\.py", r"\w*(?:save|write)\w*"),
    Row("saves", r"transformers/.*\.py|peft/.*\.py|accelerate/.*\.py|diffusers/.*\.py|deepspeed/.*\.py|lightning/.*\.py|pytorch_lightning/.*\.py", r"_?save_\w+"),
    Row("loads", r"torch/serialization\.py", r"_?load|_legacy_load"),
    Row("loads", r"safetensors/\w+\.py|distributed/checkpoint/.*\.py|dist_checkpointing/.*\.py|checkpoint_engine/.*\.py", r"\w*(?:load|read)\w*"),
    Row("loads", r"transformers/.*\.py|diffusers/.*\.py|peft/.*\.py", r"from_pretrained|_?load_\w+"),
    Row("compiles", r"_inductor/.*\.py|_dynamo/.*\.py|triton/(?:compiler|runtime)/.*\.py|utils/cpp_extension\.py", r"_?(?:compile|codegen|build|jit_compile|run_ninja|write_ninja|precompile)\w*"),
    Row("evaluates", r"transformers/(?:generation/utils|trainer\w*)\.py", r"generate|evaluat\w+|predict\w*|prediction_loop"),
)  # fmt: skip
# Functions of the user's own code, innermost first: names that say what they are for.
OWN_ROWS = (
    Row("loads", "", r"(?:load|restore|resume|read)_\w*(?:ckpt|checkpoint|model|state|weights)\w*"),
    Row("saves", "", r"\w*(?:save|write|dump|export|store|upload)_?\w*(?:ckpt|checkpoint|state|model|weights|snapshot)\w*|save|checkpoint"),
    Row("downloads", "", r"\w*download\w*"),
    Row("reads-data", "", r"__getitem__|__getitems__|(?:load|read|next|get|fetch|decode)_(?:batch|sample|data|shard|example|image|item)\w*|collate\w*"),
    Row("prepares", "", r"\w*(?:tokeni[sz]e|preprocess|pre_process|build_(?:dataset|index|vocab|cache))\w*|prepare_?\w*"),
    Row("evaluates", "", r"(?:evaluate|evaluation|validate|validation|eval)(?:_\w+)?|(?:generate|sample)(?:_\w+)?"),
)  # fmt: skip


def doing(frames: Sequence[Frame]) -> Doing:
    """By the frames of libraries; "" where they do not tell."""
    running = [frame for frame in frames if frame.function != IMPORTS]
    for row, file, function in _compiled(ROWS):
        if any(file(frame.path) and function(frame.function) for frame in running):
            return row.doing
    return ""


def named(own: Sequence[Frame]) -> Doing:
    """By the names of the user's own functions, the innermost that tells; a guess, since nothing holds people to them."""
    told = (row.doing for frame in own for row, _, function in _compiled(OWN_ROWS) if function(frame.function))
    return next(told, "")


@lru_cache(maxsize=4)
def _compiled(rows: tuple[Row, ...]) -> list[tuple]:
    """A path fits at its end and at whole parts, a function as a whole."""
    return [
        (row, re.compile(rf"(?:.*/)?(?:{row.file})\Z").match, re.compile(rf"(?:{row.function})\Z").match)
        for row in rows
    ]
