export interface PrettyText {
  readonly text: string;
  readonly isJson: boolean;
}

/** JSON laid out in lines; any other text as it is. */
export function prettyJson(text: string): PrettyText {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), isJson: true };
  } catch {
    return { text, isJson: false };
  }
}
