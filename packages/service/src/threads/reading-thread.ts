// Reads pages and sitemaps, writes and validates documents in a thread: the time that hostile bytes take is spent here,
// and this thread can be ended.
import { OPERATIONS } from "./operations.ts";
import { serveTasks } from "./serve-tasks.ts";

serveTasks(OPERATIONS);
