/** How to configure an agent with its key. */
export interface AgentSnippet {
  readonly agent: string;
  /** The name of the option for the key. */
  readonly option: string;
  /** The place for the snippet. */
  readonly place: string;
  readonly code: (key: string) => string;
}

/** Base64 keys need no escaping, neither between quotes nor in a shell. */
export const snippets: readonly AgentSnippet[] = [
  {
    agent: 'Android',
    option: 'apiKey',
    place: 'in the settings of the agent',
    code: (key) => `apiKey = "${key}"`,
  },
  {
    agent: 'Node.js',
    option: 'apiKey',
    place: 'among the options with which the agent starts',
    code: (key) => `agent.start({\n  apiKey: '${key}',\n});`,
  },
  {
    agent: 'Go',
    option: 'SERVICE_APM_API_KEY',
    place: 'in the environment of the program',
    code: (key) => `export SERVICE_APM_API_KEY='${key}'`,
  },
  {
    agent: '.NET',
    option: 'ApiKey',
    place: 'in the section of the agent in the settings of the application',
    code: (key) => `"ApiKey": "${key}"`,
  },
  {
    agent: 'iOS',
    option: 'withApiKey',
    place: 'among the calls that build the configuration of the agent',
    code: (key) => `.withApiKey("${key}")`,
  },
  {
    agent: 'Java',
    option: 'api_key',
    place: 'in the properties file of the agent',
    code: (key) => `api_key=${key}`,
  },
  {
    agent: 'PHP',
    option: 'api_key',
    place: 'in the section of the agent in php.ini',
    code: (key) => `api_key = "${key}"`,
  },
  {
    agent: 'Python',
    option: 'api_key',
    place: 'among the arguments that create the client',
    code: (key) => `Client(api_key='${key}')`,
  },
  {
    agent: 'Ruby',
    option: 'api_key',
    place: 'in the YAML file of the agent',
    code: (key) => `api_key: '${key}'`,
  },
];
