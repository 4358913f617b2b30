/**
 * `edata.type` of the INTERACT events that summaries count, in lower case.
 * WorkFlowSummaryModel of Sunbird-Obsrv/sunbird-core-dataproducts counts these. SHOW, HIDE, HEARTBEAT and OTHER of the
 * definition are not among them.
 */
export const INTERACTION_TYPES: readonly string[] =
  'touch drag drop pinch zoom shake rotate speak listen write draw start end choose activate scroll click edit submit search dnd added removed selected'.split(
    ' ',
  );
