FROM python:3.13-slim
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 RANKDOWN_HOSTS=*
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt && useradd --system --no-create-home rankdown
COPY manage.py ./
COPY kb kb
COPY content content
COPY templates templates
COPY static static
RUN python manage.py check_content
USER rankdown
EXPOSE 8000
HEALTHCHECK CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"
# Preloaded: the catalogue is built once and shared by the workers.
CMD ["gunicorn", "kb.wsgi", "--preload", "--workers", "2", "--threads", "4", "--timeout", "60", "--bind", "0.0.0.0:8000"]
