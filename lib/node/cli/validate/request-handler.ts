import type { RuleSet } from '#core/telemetry/findings';
import type { CheckSettings } from './check/check-settings';
import type { CheckedBlock, PreparedBlock } from './check/checked-block';
import { NO_DUPLICATES } from './check/fate-facts';
import type { FatePredictor } from './check/fate-predictor';
import { ItemChecker } from './check/item-checker';
import type { CheckRequest, CheckResponse, FinishRequest } from './check-messages';

interface RequestHandlerOptions {
  readonly settings: CheckSettings;
  readonly customRules: readonly RuleSet[];
  /** `null` unless fates are requested. */
  readonly fates: FatePredictor | null;
  readonly respond: (response: CheckResponse, transfer: readonly ArrayBuffer[]) => void;
}

interface UnfinishedBlock {
  readonly prepared: PreparedBlock;
  readonly buffer: ArrayBuffer | null;
}

/** Creates the handler of a worker thread for the requests of a `CheckPool`. */
export function createRequestHandler({
  settings,
  customRules,
  fates,
  respond,
}: RequestHandlerOptions): (request: CheckRequest) => void {
  let file: string | null = null;
  let checker: ItemChecker | null = null;
  /** Blocks whose duplicates are not known yet, by the id of their request. */
  const unfinishedBlocks = new Map<number, UnfinishedBlock>();

  const finish = (
    { id, firstIndex, duplicates }: Omit<FinishRequest, 'type'>,
    { prepared, buffer }: UnfinishedBlock,
  ): void => {
    const checked = copyOutput(prepared.finish(firstIndex, duplicates), buffer);
    respond({ type: 'checked', id, checked, buffer }, buffer === null ? [] : [buffer]);
  };

  return (request) => {
    if (request.type === 'finish') {
      const block = unfinishedBlocks.get(request.id);
      unfinishedBlocks.delete(request.id);
      if (block !== undefined) finish(request, block);
      return;
    }
    const { id, file: name, block, firstIndex } = request;
    if (checker === null || file !== name) checker = new ItemChecker(settings, name, customRules, fates);
    file = name;
    const prepared = checker.prepare(block, firstIndex);
    // The reading thread created this buffer for the block and transferred it.
    const buffer = 'chunks' in block ? ((block.chunks[0]?.buffer as ArrayBuffer | undefined) ?? null) : null;
    if (fates === null) {
      finish({ id, firstIndex, duplicates: NO_DUPLICATES }, { prepared, buffer });
      return;
    }
    unfinishedBlocks.set(id, { prepared, buffer });
    respond({ type: 'prepared', id, items: prepared.items, facts: prepared.facts }, []);
  };
}

/** Copies the output into the buffer of the checked lines, or into a new one if it does not fit. */
function copyOutput(checked: CheckedBlock, buffer: ArrayBuffer | null): CheckedBlock {
  const { out } = checked;
  if (buffer === null || out.length > buffer.byteLength) return { ...checked, out: out.slice() };
  const bytes = new Uint8Array(buffer, 0, out.length);
  bytes.set(out);
  return { ...checked, out: bytes };
}
