export default { output: "export", devIndicators: false };
