# The worker of another node, started over ssh: what .bashrc exports below the test for an interactive shell is missing.
cat > "$HOME/.bashrc" <<'END'
# If not running interactively, don't do anything
case $- in
    *i*) ;;
      *) return;;
esac

export NCCL_DEBUG=INFO
END
cat > train.py <<'END'
import os

value = os.environ.get("NCCL_DEBUG")
print(f"NCCL_DEBUG in the worker of rank {os.environ['RANK']}: {value}")
print(f"MEASURED variables that arrived = {int(value is not None)}")
END

# What `ssh node torchrun ...` does on that node: sshd gives the command to a shell that is not interactive.
login=(HOME="$HOME" PATH="$PATH" PYTHON="$PYTHON" SSH_CLIENT="10.0.0.11 51234 22")
env -i "${login[@]}" bash -c '"$PYTHON" -m torch.distributed.run --standalone --nproc-per-node=1 train.py'
