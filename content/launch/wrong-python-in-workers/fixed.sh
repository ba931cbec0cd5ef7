# Starts its workers by the path of the interpreter, in a shell with the PATH that ssh and cron give.
missing=0
for rank in 0 1; do
    RANK=$rank env PATH=/usr/bin:/bin sh -c '"$0" -c "import sys, torch; print(sys.executable, torch.__version__)"' "$PYTHON" || missing=$((missing + 1))
done
echo "MEASURED workers without torch = $missing"
