import type { Service } from './compose-merge';

/** Images of tools beside a Keycloak, and of whatever a service named after it may run. */
const OTHER_IMAGE =
  /(?:^|[-_.])(?:config-?cli|gatekeeper|exporter|metrics|operator|adapter|proxy|importer|migrations?|themes?|docs?|postgres\w*|postgis|pgadmin\d*|mysql|mariadb|mongo(?:db)?|mssql\S*|oracle\S*|cockroach|redis|memcached|nginx|httpd|traefik|caddy|haproxy|envoy|alpine|busybox|curl|adminer|mailhog|mailpit|elasticsearch|kafka|node|python|ubuntu|debian)(?:[-_.]|$)/i;
/** Services whose name has the word, and which are none by the rest of it. */
const OTHER_NAME =
  /(?:^|[-_.\d])(?:db|database|postgres\w*|mysql|mariadb|init|setup|conf|config|cli|proxy|nginx|migrat\w*|import\w*|export\w*|backup|data|volume|themes?|test|exporter|gatekeeper|seed\w*|wait)(?:[-_.\d]|$)/i;
const COMMAND = /(?:^|[\s/"'])(?:kc\.sh|start-dev)(?:[\s"']|$)|\/opt\/(?:keycloak|jboss\/keycloak|bitnami\/keycloak)\//;
/** Variables that only the provider itself reads, not the applications that use it. */
const VARIABLE =
  /^(?:KC_(?:DB|HOSTNAME|HTTP|HTTPS|PROXY|BOOTSTRAP|HEALTH|FEATURES|CACHE|LOG)\w*|KEYCLOAK_(?:ADMIN|ADMIN_PASSWORD|FRONTEND_URL|IMPORT|DATABASE_\w+|EXTRA_ARGS))$/;

/** An image without its registry, tag and digest: `quay.io/keycloak/keycloak:26.0` is `keycloak/keycloak`. */
export function imageNameOf(image: string): string {
  const path = image.replace(/@.*$/s, '').split('/');
  const last = (path.pop() ?? '').replace(/:.*$/s, '');
  return [...path.slice(-1).filter((owner) => !/[.:]/.test(owner)), last].join('/');
}

/**
 * How surely a service is a Keycloak, by its image, command, variables and name, in this order; 0 if it is none.
 * The first service with the word in its name is often its database, or a tool that fills it.
 *
 * @param image with its variables put in.
 */
export function providerLikelihood(name: string, image: string, service: Service): number {
  const imageName = imageNameOf(image);
  const last = imageName.replace(/^.*\//, '');
  if (OTHER_IMAGE.test(last)) return 0;
  if (/keycloak/i.test(last) && !OTHER_NAME.test(last)) return 4;
  if (COMMAND.test(`${service.entrypoint ?? ''} ${service.command ?? ''}`)) return 4;
  if ([...service.environment.keys()].some((key) => VARIABLE.test(key))) return 3;
  if (!/keycloak/i.test(name) || OTHER_NAME.test(name)) return 0;
  return /^keycloak$/i.test(name) ? 2 : 1;
}
