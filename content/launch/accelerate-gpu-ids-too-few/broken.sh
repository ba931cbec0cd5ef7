# The file asks for a multi-GPU launch and names one card.
cat > accelerate.yaml <<'END'
compute_environment: LOCAL_MACHINE
distributed_type: MULTI_GPU
gpu_ids: '0'
num_machines: 1
num_processes: 2
END
cat > train.py <<'END'
from accelerate import Accelerator

accelerator = Accelerator(cpu=True)
print(f"rank {accelerator.process_index} of {accelerator.num_processes}", flush=True)
accelerator.wait_for_everyone()
accelerator.end_training()
END

"$PYTHON" -m accelerate.commands.launch --config_file accelerate.yaml --main_process_port "$PORT" train.py
