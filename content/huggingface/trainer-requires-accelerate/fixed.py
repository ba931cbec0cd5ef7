"""The newest transformers beside a current accelerate."""

from transformers import TrainingArguments

arguments = TrainingArguments(output_dir="out", use_cpu=True, report_to="none")
print(f"training arguments on {arguments.device.type}")
