import { type Command, Help } from "commander";

const EXAMPLES = `
Examples:
  llmstxt https://example.com                      write the site's llms.txt to standard output
  llmstxt https://example.com -o llms.txt          into a file
  llmstxt ./dist --origin https://example.com      of a built site on disk, without a server
  llmstxt https://example.com --publish ./public   everything that agents read, ready to serve
  llmstxt validate llms.txt                        check a file; --live asks for its links, too
  llmstxt serve                                    the service, with a web page on port 8000

llmstxt <command> --help shows the options of a command.`;

/**
 * The help of the program itself is that of its main job: what most people came for stands there, the other commands
 * below it.
 */
export function helpOfMainJob(root: Command, main: Command): void {
  root.usage("<url or folder> [options]\n       llmstxt <command> [options]");
  const plain = new Help();
  root.configureHelp({
    helpWidth: 100,
    visibleArguments: (command) => plain.visibleArguments(command === root ? main : command),
    visibleOptions: (command) => {
      const own = plain.visibleOptions(command);
      return command === root ? [...plain.visibleOptions(main), ...own.filter(isVersion)] : own;
    },
    visibleCommands: (command) => plain.visibleCommands(command).filter((one) => one !== main),
  });
  root.addHelpText("after", EXAMPLES);
}

const isVersion = ({ long }: { readonly long?: string | null | undefined }) => long === "--version";
