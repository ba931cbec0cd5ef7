# --multi_gpu chooses the launcher for several processes, whatever the configuration file says.
mkdir -p "$HF_HOME/accelerate"
cat > "$HF_HOME/accelerate/default_config.yaml" <<'END'
compute_environment: LOCAL_MACHINE
distributed_type: 'NO'
num_machines: 1
num_processes: 1
use_cpu: false
END
cat > train.py <<'END'
from accelerate import Accelerator

accelerator = Accelerator(cpu=True)
accelerator.print(accelerator.state)
accelerator.print(f"MEASURED processes = {accelerator.num_processes}")
accelerator.wait_for_everyone()
accelerator.end_training()
END

"$PYTHON" -m accelerate.commands.launch --main_process_port "$PORT" \
    --multi_gpu --num_processes 2 train.py
