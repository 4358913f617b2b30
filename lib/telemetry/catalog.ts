import type { z } from '../zod';
import type { EventDefinition } from './definition';
import { assess } from './events/assess';
import { audit } from './events/audit';
import { end } from './events/end';
import { error } from './events/error';
import { exdata } from './events/exdata';
import { feedback } from './events/feedback';
import { heartbeat } from './events/heartbeat';
import { impression } from './events/impression';
import { interact } from './events/interact';
import { interrupt } from './events/interrupt';
import { log } from './events/log';
import { metrics } from './events/metrics';
import { response } from './events/response';
import { search } from './events/search';
import { share } from './events/share';
import { start } from './events/start';
import { summary } from './events/summary';
import type { EventKind } from './kinds';

const definitions = {
  start,
  impression,
  interact,
  assess,
  response,
  interrupt,
  feedback,
  share,
  audit,
  error,
  heartbeat,
  log,
  search,
  metrics,
  summary,
  exdata,
  end,
};

/** The definition of every kind (document, section 6). Everything else asks this table. */
export const catalog: Readonly<Record<EventKind, EventDefinition>> = definitions;

/** The arguments of a kind by name, as TypeScript sees them. */
export type ArgumentsOf<Kind extends EventKind> = z.input<z.ZodObject<(typeof definitions)[Kind]['arguments']>>;
