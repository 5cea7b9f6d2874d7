const words: Readonly<Record<string, string>> = {
  USERNAME: String.raw`[a-zA-Z0-9._-]+`,
  USER: '%{USERNAME}',
  WORD: String.raw`\b\w+\b`,
  NOTSPACE: String.raw`\S+`,
  SPACE: String.raw`\s*`,
  DATA: '.*?',
  GREEDYDATA: '.*',
  QUOTEDSTRING: String.raw`"(?:\\.|[^\\"])*"|'(?:\\.|[^\\'])*'`,
  QS: '%{QUOTEDSTRING}',
  UUID: '[A-Fa-f0-9]{8}-(?:[A-Fa-f0-9]{4}-){3}[A-Fa-f0-9]{12}',
  URN: String.raw`urn:[0-9A-Za-z][0-9A-Za-z-]{0,31}:[!-~]+`,
  EMAILLOCALPART: String.raw`[a-zA-Z0-9!#$%&'*+/=?^_{|}~-][a-zA-Z0-9!#$%&'*+/=?^_{|}~.-]*`,
  EMAILADDRESS: '%{EMAILLOCALPART}@%{HOSTNAME}',
  LOGLEVEL:
    '(?i:trace|debug|notice|info(?:rmation)?|warn(?:ing)?|err(?:or)?|crit(?:ical)?|alert|fatal|severe|emerg(?:ency)?)',
  BOOL: '(?i:true|false)',
};

const numbers: Readonly<Record<string, string>> = {
  INT: '[+-]?[0-9]+',
  BASE10NUM: String.raw`[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)`,
  NUMBER: '%{BASE10NUM}',
  BASE16NUM: '[+-]?(?:0x)?[0-9A-Fa-f]+',
  BASE16FLOAT: String.raw`\b[+-]?(?:0x)?(?:[0-9A-Fa-f]+(?:\.[0-9A-Fa-f]*)?|\.[0-9A-Fa-f]+)\b`,
  POSINT: String.raw`\b[1-9][0-9]*\b`,
  NONNEGINT: String.raw`\b[0-9]+\b`,
};

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const group = '[0-9A-Fa-f]{1,4}';

const network: Readonly<Record<string, string>> = {
  MAC: '%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC}',
  CISCOMAC: String.raw`(?:[A-Fa-f0-9]{4}\.){2}[A-Fa-f0-9]{4}`,
  WINDOWSMAC: '(?:[A-Fa-f0-9]{2}-){5}[A-Fa-f0-9]{2}',
  COMMONMAC: '(?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2}',
  IPV4: String.raw`\b${octet}(?:\.${octet}){3}\b`,
  IPV6: [
    `(?:${group}:){6}%{IPV4}`,
    `(?:${group}:){7}${group}`,
    ...[1, 2, 3, 4, 5, 6].map(
      (before) =>
        `${group}(?::${group}){${before - 1}}::(?:(?:${group}:){0,${6 - before}}(?:%{IPV4}|${group}))`,
    ),
    `::(?:(?:${group}:){0,5}%{IPV4}|${group}(?::${group}){0,6})`,
    `${group}(?::${group}){0,6}::`,
    '::',
  ].join('|'),
  IP: '(?:%{IPV6}|%{IPV4})',
  HOSTNAME: String.raw`\b[0-9A-Za-z][0-9A-Za-z-]{0,62}(?:\.[0-9A-Za-z][0-9A-Za-z-]{0,62})*\.?\b`,
  IPORHOST: '(?:%{IP}|%{HOSTNAME})',
  HOSTPORT: '%{IPORHOST}:%{POSINT}',
  TTY: String.raw`/dev/(?:pts|tty[pq]?)[A-Za-z0-9_]*(?:/[0-9]+)?`,
  PATH: '(?:%{UNIXPATH}|%{WINPATH})',
  UNIXPATH: String.raw`(?:/[\w_%!$@:.,+~-]*)+`,
  WINPATH: String.raw`(?:[A-Za-z]+:|\\)(?:\\[^\\?*]*)+`,
  URIPROTO: String.raw`[A-Za-z][A-Za-z0-9+.-]*`,
  URIHOST: '%{IPORHOST}(?::%{POSINT})?',
  URIPATH: String.raw`(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_-]*)+`,
  URIQUERY: String.raw`[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\[\]<>-]*`,
  URIPARAM: String.raw`\?%{URIQUERY}`,
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://(?:%{USER}(?::[^@]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?',
};

const dates: Readonly<Record<string, string>> = {
  MONTH: String.raw`\b(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b`,
  MONTHNUM: '(?:0?[1-9]|1[0-2])',
  MONTHNUM2: '(?:0[1-9]|1[0-2])',
  MONTHDAY: '(?:0[1-9]|[12][0-9]|3[01]|[1-9])',
  DAY: '(?i:mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)',
  YEAR: String.raw`(?:\d\d){1,2}`,
  HOUR: '(?:2[0-3]|[01]?[0-9])',
  MINUTE: '[0-5][0-9]',
  SECOND: '(?:[0-5]?[0-9]|60)(?:[:.,][0-9]+)?',
  TIME: '%{HOUR}:%{MINUTE}(?::%{SECOND})?',
  DATE_US: '%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}',
  DATE_EU: '%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}',
  DATE: '(?:%{DATE_US}|%{DATE_EU})',
  DATESTAMP: '%{DATE}[- ]%{TIME}',
  TZ: '(?:[APMCE][SD]T|UTC|GMT)',
  ISO8601_TIMEZONE: '(?:Z|[+-]%{HOUR}(?::?%{MINUTE}))',
  ISO8601_SECOND: '%{SECOND}',
  TIMESTAMP_ISO8601:
    '%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?(?:%{ISO8601_TIMEZONE})?',
  DATESTAMP_RFC822: '%{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ}',
  DATESTAMP_RFC2822: '%{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} %{ISO8601_TIMEZONE}',
  DATESTAMP_OTHER: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR}',
  DATESTAMP_EVENTLOG: '%{YEAR}%{MONTHNUM2}%{MONTHDAY}%{HOUR}%{MINUTE}%{SECOND}',
  HTTPDATE: '%{MONTHDAY}/%{MONTH}/%{YEAR}:%{TIME} %{INT}',
};

const logs: Readonly<Record<string, string>> = {
  SYSLOGTIMESTAMP: '%{MONTH} +%{MONTHDAY} %{TIME}',
  PROG: '[!-Z\\\\^-~]+',
  SYSLOGPROG: String.raw`%{PROG:process.name}(?:\[%{POSINT:process.pid:int}\])?`,
  SYSLOGHOST: '%{IPORHOST}',
  SYSLOGFACILITY:
    '<%{NONNEGINT:log.syslog.facility.code:int}.%{NONNEGINT:log.syslog.priority:int}>',
  SYSLOGBASE:
    '%{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:host.hostname} %{SYSLOGPROG}:',
  HTTPDUSER: '(?:%{EMAILADDRESS}|%{USER})',
  HTTPDERROR_DATE: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{YEAR}',
  COMMONAPACHELOG: String.raw`%{IPORHOST:source.address} (?:-|%{HTTPDUSER:apache.access.user.identity}) (?:-|%{HTTPDUSER:user.name}) \[%{HTTPDATE:timestamp}\] "(?:%{WORD:http.request.method} %{NOTSPACE:url.original}(?: HTTP/%{NUMBER:http.version})?|%{DATA})" (?:-|%{INT:http.response.status_code:int}) (?:-|%{INT:http.response.body.bytes:int})`,
  COMBINEDAPACHELOG: String.raw`%{COMMONAPACHELOG} "(?:-|%{DATA:http.request.referrer})" "(?:-|%{DATA:user_agent.original})"`,
};

/** The predefined patterns of GROK, by name. */
export const grokLibrary: ReadonlyMap<string, string> = new Map(
  [words, numbers, network, dates, logs].flatMap((patterns) => Object.entries(patterns)),
);
