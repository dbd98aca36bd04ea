# What `npm run build` makes, the two packages that cannot be bundled, and Node.
#
#   docker build -t qingye .
#   docker run -d --read-only --tmpfs /tmp --cap-drop ALL -p 127.0.0.1:3000:3000 -v qingye-data:/data qingye
#   docker exec CONTAINER node dist/cli.js content import /data/import
#
# Settings are environment variables, see .env.example. Packages come from another registry, or with a login,
# by `--secret id=npmrc,src=.npmrc`: no layer keeps it.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS deps
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --no-audit --no-fund

FROM deps AS build
# `off` builds with React's own way of writing pages, see docs/decisions/008-fast-cold-pages.md.
ARG REACT_WRITING=on
COPY . .
RUN npm run build

# The bundle holds every package but these two, native code and WebAssembly (`external` in scripts/build/server.ts).
FROM deps AS packages
RUN sharp="$(npm pkg get dependencies.sharp)" \
    && subset_font="$(npm pkg get dependencies.subset-font)" \
    && npm pkg delete dependencies devDependencies scripts \
    && npm pkg set --json "dependencies.sharp=$sharp" "dependencies.subset-font=$subset_font" \
    && npm prune --no-audit --no-fund \
    && find node_modules -type d -empty -delete

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Qingye" \
      org.opencontainers.image.description="A content website engine in Traditional Chinese: articles, authors, a product catalogue." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.vendor="The Qingye authors" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# Process 1: it hands signals on, and reaps whoever has lost their parent, which Node does not. When one of several
# processes is killed, the program that it has started (media-worker.js) is left behind, and ends.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*

# The only folder that is written to. Its owner is the user below; its group is that of platforms which give
# each container a user id of their own. A volume that is mounted here for the first time gets both.
RUN install -d -o node -g 0 -m 0770 /data

WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist

# `docker stop` kills after 10 s: drain and deadline together stay below that.
ENV HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    SHUTDOWN_DRAIN_MS=5000 \
    SHUTDOWN_DEADLINE_MS=4000

VOLUME /data
EXPOSE 3000
# The user `node`, by number: Kubernetes' runAsNonRoot cannot judge a name.
USER 1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
    CMD ["node", "-e", "fetch(['http://127.0.0.1:' + (process.env.PORT || 3000), ...(process.env.BASE_PATH ?? '').split('/').filter(Boolean), 'healthz'].join('/')).then(({ ok }) => process.exit(ok ? 0 : 1))"]

# Node itself, without npm or a shell, so that signals reach it.
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/server.js"]
