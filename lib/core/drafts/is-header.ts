/** Whether fetch takes a header: its name is a token, and its value has no line break (RFC 9110, section 5). */
export function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
