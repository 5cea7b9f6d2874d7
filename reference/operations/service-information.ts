import { packageVersion } from '../base/package-version.ts';
import type { Operation } from './operation.ts';
import { done, presence } from './operation.ts';
import type { Service } from './service.ts';

/**
 * The product version in answers to Elasticsearch clients. It is the same for clients of all versions: clients of
 * version 9 check the product, not its version.
 */
export const compatibleVersion = '8.19.0';

/**
 * versioning.service-version, versioning.interface-version: returns the version of the package; requests do not select
 * a version.
 */
export const serviceInformation: Operation<'serviceInformation'> = (_, service) =>
  done({
    name: service.identity.nodeName,
    cluster_name: service.identity.cluster_name,
    cluster_uuid: service.identity.cluster_uuid,
    version: service.compatible ? compatibleVersionInfo(service) : { number: packageVersion() },
    tagline: service.compatible ? 'You Know, for Search' : 'A search service to test against',
  });

/** Answers 200 without a body. */
export const pingService: Operation<'pingService'> = () => presence(true);

function compatibleVersionInfo(service: Service): Readonly<Record<string, unknown>> {
  return {
    number: compatibleVersion,
    build_flavor: 'default',
    build_type: 'npm',
    build_hash: packageVersion(),
    build_date: new Date(service.identity.started_ms).toISOString(),
    build_snapshot: false,
    lucene_version: '9.12.1',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  };
}
