FROM python:3.13-slim
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 RANKDOWN_BIND=0.0.0.0:8000 RANKDOWN_STATIC=/app/.static
WORKDIR /app
# A font with Chinese signs (5 MB) for the pictures that chats show beside a link.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-wqy-microhei && rm -rf /var/lib/apt/lists/*
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt && useradd --system --no-create-home --uid 10001 rankdown
COPY manage.py CONTRIBUTING.md ./
COPY docs/CONTRIBUTING.zh.md docs/
COPY kb kb
COPY content content
COPY templates templates
COPY static static
COPY deploy deploy
RUN python manage.py check_content && python manage.py collectstatic --noinput --verbosity 0
USER 10001
EXPOSE 8000
HEALTHCHECK --start-period=30s CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"
# SIGHUP: new content. It needs a /tmp that it may write to: --read-only --tmpfs /tmp
CMD ["gunicorn", "-c", "deploy/gunicorn.conf.py"]
