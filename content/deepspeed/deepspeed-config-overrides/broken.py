"""A DeepSpeed config with numbers of its own, beside TrainingArguments that say something else."""

import torch.distributed as dist
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

ds_config = {
    "train_micro_batch_size_per_gpu": 4,
    "gradient_accumulation_steps": 2,
    "gradient_clipping": 0.5,
    "zero_optimization": {"stage": 2},
}
arguments = TrainingArguments(
    output_dir="output",
    deepspeed=ds_config,
    per_device_train_batch_size=8,
    max_steps=2,
    save_strategy="no",
    report_to="none",
)
sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
model = BertForSequenceClassification(BertConfig(vocab_size=32, **sizes))
samples = [{"input_ids": [1, 2, 3, 4], "labels": n % 2} for n in range(32)]
trainer = Trainer(model=model, args=arguments, train_dataset=samples)
trainer.train()

engine = trainer.model_wrapped
print("batch", engine.train_micro_batch_size_per_gpu(), "clipping", engine.gradient_clipping())
dist.destroy_process_group()
