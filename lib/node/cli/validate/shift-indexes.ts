import type { ReportPart } from '#core/report/finding-report';
import type { CheckedBlock } from './check/checked-block';

/** The index at the start of each JSON line. No string in a line contains a line feed. */
const INDEX_FIELD = /^\{"index":(\d+)/gm;

/** Corrects the indexes of a block, if earlier lines were blank or contained several items. */
export function shiftIndexes(block: CheckedBlock, shift: number): CheckedBlock {
  if (shift === 0) return block;
  const text = Buffer.from(block.out.buffer, block.out.byteOffset, block.out.length).toString('utf8');
  const out = text.replace(INDEX_FIELD, (_, index: string) => `{"index":${Number(index) + shift}`);
  return { ...block, out: Buffer.from(out), report: block.report && shiftReport(block.report, shift) };
}

function shiftReport(part: ReportPart, shift: number): ReportPart {
  return {
    ...part,
    listed: part.listed.map(({ item, json }) => ({ item: { ...item, index: item.index + shift }, json })),
  };
}
