from megatron.core.num_microbatches_calculator import get_num_microbatches, init_num_microbatches_calculator

init_num_microbatches_calculator(0, None, global_batch_size=30, micro_batch_size=4, data_parallel_size=2)
print("micro-batches", get_num_microbatches())
