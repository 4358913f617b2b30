import type { IncomingMessage } from 'node:http';
import type { CollectedEvents } from '#core/collector/collected-events';
import type { TimeSliceDeps } from '#core/util/time-slices';
import type { ToItem } from '../collected-item';
import type { CollectorJudge } from '../judge-config';
import type { LocalListenerDeps, Reply } from '../local-listener';
import type { PanelActions } from './panel-actions';

export interface ApiDeps extends PanelActions, LocalListenerDeps, TimeSliceDeps {
  readonly events: CollectedEvents;
  readonly judge: CollectorJudge;
  readonly toItem: ToItem;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Handler = (params: URLSearchParams, request: IncomingMessage) => Promise<Reply> | Reply;
