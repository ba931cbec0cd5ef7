"""A package, a line, and releases that have both or neither."""

from packaging.version import Version

from kb.atlas.released.plan import Package
from tests.atlas.shelves import member

LINE = "the widget <int> was not frobnicated in time"
TORCH = Package("torch", ("torch",), Version("2.0"), (), called=("PyTorch",))
WITHOUT = [member("torch/a.py")]
WITH = [member("torch/a.py", "the widget %d was not frobnicated in time", names=("device_id",))]
