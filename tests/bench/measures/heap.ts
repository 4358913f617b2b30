import type { CDPSession } from 'playwright';
import { roundTo } from '../measurements';

/** Returns the panel's heap after garbage collection, in millions of bytes. */
export async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return roundTo(usedSize / 1e6);
}

/**
 * Returns the heap of the panel's scripts without compiled code, in millions of bytes.
 * Omits compiled code, because the engine compiles more code the longer a script runs.
 */
export async function measureDataHeap(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const add = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', add);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', add);
  return roundTo(dataBytes(JSON.parse(chunks.join(''))) / 1e6, 2);
}

/** A V8 heap snapshot: a flat list of nodes, whose fields and types are in its metadata. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** Types of nodes that are not data. `native` nodes are the browser's own. */
const NON_DATA_TYPES: ReadonlySet<string | undefined> = new Set(['code', 'native']);

function dataBytes({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const fields = meta.node_fields;
  const [types] = meta.node_types;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!NON_DATA_TYPES.has(types[nodes[at + typeAt] ?? -1])) bytes += nodes[at + sizeAt] ?? 0;
  }
  return bytes;
}
