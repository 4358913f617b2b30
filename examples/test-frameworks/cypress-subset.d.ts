// The few types of Cypress that telemetry.cy.ts uses. In a project with Cypress, delete this file: the package has its own.
interface Chainable<Subject> {
  click(): Chainable<Subject>;
  then(use: (subject: Subject) => void): Chainable<Subject>;
}

interface RequestOptions {
  readonly url: string;
  readonly method?: string;
  readonly qs?: Readonly<Record<string, string>>;
  readonly failOnStatusCode?: boolean;
}

declare const cy: {
  visit(url: string): Chainable<Window>;
  contains(selector: string, text: string): Chainable<unknown>;
  request<Body>(options: RequestOptions): Chainable<{ readonly status: number; readonly body: Body }>;
};
declare const Cypress: { env(name: string): unknown };
declare const beforeEach: (run: () => void) => void;
declare const describe: (title: string, run: () => void) => void;
declare const it: (title: string, run: () => void) => void;
declare const expect: (actual: unknown) => { readonly to: { equal(expected: unknown): void } };
