// Entry of the thread: its script stands in the page as a text (WORKER, which Python puts in front of the page's).

import { beginThread } from "./thread.js";

beginThread(self);
self.postMessage({ begun: true });
