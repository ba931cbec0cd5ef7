# The same file without the key that this release of Accelerate does not know.
cat > train.py <<'END'
from accelerate import Accelerator

accelerator = Accelerator()
print(f"process {accelerator.process_index} of {accelerator.num_processes} on {accelerator.device.type}")
END
cat > config.yaml <<'END'
compute_environment: LOCAL_MACHINE
distributed_type: "NO"
num_processes: 1
use_cpu: true
main_process_port: null
END
"$PYTHON" -m accelerate.commands.launch --config_file config.yaml train.py
