/** Made by `build/i18n/extension-texts.ts`. */
declare module 'virtual:texts/background/*' {
  const messages: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => string>>;
  export default messages;
}
