import type * as z from '#core/util/zod';
import type { EventDefinition } from './definition';
import { assess } from './definitions/assess';
import { audit } from './definitions/audit';
import { end } from './definitions/end';
import { error } from './definitions/error';
import { exdata } from './definitions/exdata';
import { feedback } from './definitions/feedback';
import { heartbeat } from './definitions/heartbeat';
import { impression } from './definitions/impression';
import { interact } from './definitions/interact';
import { interrupt } from './definitions/interrupt';
import { log } from './definitions/log';
import { metrics } from './definitions/metrics';
import { response } from './definitions/response';
import { search } from './definitions/search';
import { share } from './definitions/share';
import { start } from './definitions/start';
import { summary } from './definitions/summary';
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

/** The definition of every kind (specification, section 6). Types, checks, forms and samples derive from it. */
export const catalog: Readonly<Record<EventKind, EventDefinition>> = definitions;

/** The arguments of a kind by name, as TypeScript sees them. */
export type ArgumentsOf<Kind extends EventKind> = z.input<z.ZodMiniObject<(typeof definitions)[Kind]['arguments']>>;
