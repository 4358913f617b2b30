// Expects events of an app in Cypress. Needs Cypress; its types are declared in cypress-subset.d.ts as far as they are used.
// Run: telemetry-v3 serve --run 'CYPRESS_API=$TELEMETRY_V3_API npx cypress run --env run=lesson'
// Set the app's telemetry URL to $TELEMETRY_V3_URL/run/lesson/v1/telemetry.

interface ReceivedEvent {
  readonly mid: string | null;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly event: { readonly edata: Readonly<Record<string, unknown>> };
}

interface QueryResponse {
  readonly events: readonly ReceivedEvent[];
  /** The most similar event, if no event matches in time. */
  readonly nearest?: (ReceivedEvent & { readonly differs: readonly string[] }) | null;
}

const run = String(Cypress.env('run'));

/** Sends a request to the REST interface of the collector. */
function query(path: string, qs: Readonly<Record<string, string>>, failOnStatusCode = true) {
  return cy.request<QueryResponse>({ url: `${Cypress.env('API')}${path}`, qs: { run, ...qs }, failOnStatusCode });
}

describe('the telemetry of a lesson', () => {
  beforeEach(() => {
    cy.request({ method: 'POST', url: `${Cypress.env('API')}/api/clear`, qs: { run } });
    cy.visit('/lesson');
  });

  it('sends a touch', () => {
    cy.contains('button', 'Next').click();
    query('/api/wait', { filter: 'kind:interact pageid:home is:valid', timeout: '10s' }).then(({ body }) => {
      expect(body.events[0]?.event.edata.id).to.equal('next');
    });
  });

  it('sends nothing of another page', () => {
    query('/api/wait', { filter: 'pageid:settings', timeout: '100ms' }, false).then(({ status, body }) => {
      expect(status).to.equal(404);
      expect(body.nearest?.verdict ?? 'none').to.equal('none');
    });
  });
});
