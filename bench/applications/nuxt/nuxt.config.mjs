export default { ssr: false, telemetry: false, compatibilityDate: "2026-01-01" };
