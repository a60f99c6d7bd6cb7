// The engine in a thread of its own.

import type { Request } from './messages';
import { serve } from './serve';

const heard = serve((answer) => self.postMessage(answer));
self.onmessage = (message: MessageEvent<Request>) => heard(message.data);
