export { LEFT_OUT_WORDS } from "@llmstxt-service/service/left-out-words";
