"""Names as compilers mangle them."""

import pytest

from kb.reading.stacks.mangled import plain


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("_ZN4c10d16ProcessGroupNCCL9allreduceERSt6vectorIN2at6TensorE", "c10d::ProcessGroupNCCL::allreduce"),
        ("_ZNK4c10d8TCPStore3getERKSs", "c10d::TCPStore::get"),
        ("_ZN5torch12_GLOBAL__N_14funcEv", "torch::func"),
        ("_Z13ncclAllReducePKv", "ncclAllReduce"),
        ("MPI_Alltoall", "MPI_Alltoall"),
        ("_ZN", "_ZN"),
        ("", ""),
    ],
)
def test_a_name_without_its_arguments(symbol, name):
    assert plain(symbol) == name
