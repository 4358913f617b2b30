import { z } from 'zod';

// Before the first schema is built: zod's compiled mode probes `new Function`, which the CSP of an extension page forbids.
z.config({ jitless: true });

export { z };
