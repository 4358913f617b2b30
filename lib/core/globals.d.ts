/**
 * The globals of browsers and Node 20 that the core uses.
 * The core compiles without the types of the DOM and of Node. Code that imports the core has the types of its host for
 * the same names.
 */

interface URL {
  readonly hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly password: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly search: string;
  readonly searchParams: URLSearchParams;
  readonly username: string;
}
declare const URL: {
  new (url: string, base?: string): URL;
  canParse(url: string, base?: string): boolean;
};

interface URLSearchParams extends Iterable<[name: string, value: string]> {
  toString(): string;
}
declare const URLSearchParams: { new (init: string | Readonly<Record<string, string>>): URLSearchParams };

interface TextDecoder {
  decode(bytes?: ArrayBuffer | Uint8Array, options?: { readonly stream?: boolean }): string;
}
declare const TextDecoder: {
  new (label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }): TextDecoder;
};

declare const TextEncoder: {
  new (): {
    encode(text: string): Uint8Array<ArrayBuffer>;
    encodeInto(text: string, target: Uint8Array): { readonly written: number };
  };
};

declare function atob(base64: string): string;
declare function btoa(bytes: string): string;

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: {
  any(signals: Iterable<AbortSignal>): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};

interface ReadableStream<T> {
  getReader(): {
    read(): Promise<
      { readonly done: false; readonly value: T } | { readonly done: true; readonly value: T | undefined }
    >;
    cancel(): Promise<void>;
  };
  cancel(): Promise<void>;
  pipeThrough(transform: DecompressionStream): ReadableStream<Uint8Array<ArrayBuffer>>;
}

declare const Blob: {
  new (parts: readonly Uint8Array<ArrayBuffer>[]): { stream(): ReadableStream<Uint8Array<ArrayBuffer>> };
};

interface DecompressionStream {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
}
declare const DecompressionStream: { new (format: string): DecompressionStream };

declare const TransformStream: {
  new (transformer: {
    transform(chunk: Uint8Array<ArrayBuffer>, controller: { enqueue(chunk: Uint8Array<ArrayBuffer>): void }): void;
  }): DecompressionStream;
};

interface RequestInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: 'omit';
  readonly cache?: 'no-store';
  readonly redirect?: 'manual';
  readonly signal?: AbortSignal;
}

interface Response {
  readonly status: number;
  readonly type: 'basic' | 'cors' | 'default' | 'error' | 'opaque' | 'opaqueredirect';
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

declare function fetch(url: string, init?: RequestInit): Promise<Response>;

interface CryptoKey {
  readonly extractable: boolean;
}
declare const CryptoKey: { new (): CryptoKey };

interface Crypto {
  readonly subtle: {
    generateKey(
      algorithm: { readonly name: 'AES-GCM'; readonly length: number },
      extractable: boolean,
      usages: readonly ('encrypt' | 'decrypt')[],
    ): Promise<CryptoKey>;
    encrypt(
      algorithm: { readonly name: 'AES-GCM'; readonly iv: Uint8Array<ArrayBuffer> },
      key: CryptoKey,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<ArrayBuffer>;
    decrypt(
      algorithm: { readonly name: 'AES-GCM'; readonly iv: Uint8Array<ArrayBuffer> },
      key: CryptoKey,
      data: ArrayBuffer,
    ): Promise<ArrayBuffer>;
  };
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}
