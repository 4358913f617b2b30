/**
 * `edata.type` of the INTERACT events that summaries count, in lower case.
 * Source: WorkFlowSummaryModel of Sunbird-Obsrv/sunbird-core-dataproducts. It does not count SHOW, HIDE, HEARTBEAT and
 * OTHER of the definition.
 */
export const INTERACTION_TYPES: readonly string[] =
  'touch drag drop pinch zoom shake rotate speak listen write draw start end choose activate scroll click edit submit search dnd added removed selected'.split(
    ' ',
  );
