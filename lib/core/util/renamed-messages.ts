/** Codes of the messages that earlier versions stored or exported, by the code that took their place. */
const areas: readonly (readonly [from: string, to: string])[] = [
  ['scenarios.said.', 'scenarios.result.'],
  ['scenarios.does.', 'scenarios.stepText.'],
  ['scenarios.deeds.', 'scenarios.stepTypes.'],
];

const renamed: Readonly<Record<string, string>> = {
  'scenarios.said.nothingCame': 'scenarios.result.nothingReceived',
  'scenarios.said.cameInstead': 'scenarios.result.receivedInstead',
  'scenarios.said.cameInsteadMore': 'scenarios.result.receivedInsteadMore',
  'scenarios.said.notSeenAgain': 'scenarios.result.notCaptured',
  'capture.devToolsSawNoAnswer': 'capture.noResponse',
  'capture.recordingIsPausedSoThe': 'capture.fireNotRecording',
  'capture.thePageDidNotAnswer': 'capture.fireTimeout',
  'capture.thatFrameIsGoneChoose': 'capture.frameGone',
  'capture.thatFrameHasNoTelemetry': 'capture.frameWithoutSdk',
  'identity.itRedirectsEnterTheAddress': 'identity.response.redirected',
  'identity.theAnswerHasMoreThan': 'identity.response.tooLarge',
  'identity.theBodyIsEmpty': 'identity.response.empty',
  'identity.itSays': 'identity.response.text',
  'identity.itIsAnHtmlPage': 'identity.response.html',
  'identity.itIsAnHtmlPage2': 'identity.response.htmlText',
  'identity.theBodyIsNotJson': 'identity.response.invalidJson',
  'identity.theAnswer': 'identity.response.name',
  'identity.isMissing': 'identity.response.missing',
  'identity.expectedFound': 'identity.response.wrongType',
  'identity.isEmpty': 'identity.response.emptyValue',
  'identity.isBelow0': 'identity.response.negative',
  'identity.tokenCharacters': 'identity.response.headerCharacter',
  'identity.valueTooLong': 'identity.response.valueTooLong',
  'identity.numberTooLarge': 'identity.response.numberTooLarge',
};

/** Returns the code of today for a code of a file or a store; one that is not known stays as it is. */
export function toCurrentCode(code: string): string {
  if (Object.hasOwn(renamed, code)) return renamed[code] ?? code;
  const area = areas.find(([from]) => code.startsWith(from));
  return area ? area[1] + code.slice(area[0].length) : code;
}
