"""Prints what a page of HTML is made of: "<name>" for every element, "name=value" for its attributes,
and "CODE text" for the text of every code element. Reads standard input."""
import html.parser
import sys


class Lister(html.parser.HTMLParser):
    code = None

    def handle_starttag(self, tag, attributes):
        print(f"<{tag}>", *(f"{name}={value}" for name, value in attributes))
        if tag == "code":
            self.code = ""

    def handle_endtag(self, tag):
        if tag == "code":
            print("CODE", self.code)
            self.code = None

    def handle_data(self, data):
        if self.code is not None:
            self.code += data


sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
Lister().feed(sys.stdin.read())
