# syntax=docker/dockerfile:1
# On the machine's own architecture: what is built runs on each.
FROM --platform=$BUILDPLATFORM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /build
# What npm ci reads, and nothing else: a change of the sources installs nothing again.
COPY package.json package-lock.json .npmrc ./
COPY scripts/checkout ./scripts/checkout
COPY packages/page/package.json ./packages/page/
COPY packages/crawler/package.json ./packages/crawler/
COPY packages/document/package.json ./packages/document/
COPY packages/service/package.json ./packages/service/
COPY packages/cli/package.json ./packages/cli/
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.types.json ./
COPY scripts ./scripts
COPY packages ./packages
COPY src ./src
COPY web ./web
RUN npm run build
RUN rm -rf dist/types && find dist -name '*.map' -delete

FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-noto-core fonts-noto-cjk tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production \
  HOME=/tmp \
  HOST=0.0.0.0 \
  PORT=8000 \
  DATA_DIR=/data \
  CHROMIUM_PATH=/usr/bin/chromium \
  LOG_FORMAT=json
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /build/dist ./dist
# Neither needs other packages; Debian's Chromium is their browser.
COPY --from=build /build/node_modules/playwright-core ./node_modules/playwright-core
COPY --from=build /build/node_modules/@electric-sql/pglite ./node_modules/@electric-sql/pglite
RUN install --directory --owner=10001 --group=10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# tini hands signals on and buries what a browser leaves behind.
ENTRYPOINT ["/usr/bin/tini", "--", "node", "/app/dist/cli.js"]
CMD ["serve"]
