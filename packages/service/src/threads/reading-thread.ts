// Reads pages and sitemaps, writes documents and checks them in a thread of its own: what a stranger's bytes cost is spent
// here, and this thread can be ended.
import { OPERATIONS } from "./operations.ts";
import { serveTasks } from "./serve-tasks.ts";

serveTasks(OPERATIONS);
