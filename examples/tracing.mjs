// Sends traces to an OpenTelemetry collector. Copy this file into a folder of its own, install there
// what it imports, and start the service with it (docs/operating.md, "Traces"):
//
//   npm install @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-node@2.12.0 @opentelemetry/sdk-trace-base@2.12.0 \
//     @opentelemetry/resources@2.12.0 @opentelemetry/exporter-trace-otlp-http@0.223.0
//   NODE_OPTIONS='--import /opt/tracing/tracing.mjs' OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 bin/selfbill serve
//
// OpenTelemetry's variables work: OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
// OTEL_TRACES_SAMPLER, OTEL_BSP_SCHEDULE_DELAY and others.
import { isMainThread } from 'node:worker_threads'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

// Node runs this file in every thread. The main thread reports what the others do.
if (isMainThread) {
  const named = resourceFromAttributes({ 'service.name': 'selfbill' })
  const provider = new NodeTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  // The service has stopped: send the last spans before the process ends.
  process.once('beforeExit', () => provider.shutdown())
}
