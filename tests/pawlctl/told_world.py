"""A database in which `teller` does what it is told."""
import os
import subprocess


class World:
    def __init__(self, database, teller, pawlctl):
        self.pawlctl_path = pawlctl
        self.on_postgres, self.on_mariadb = database == "postgres", database == "mariadb"
        self.commands, self.keys = 0, 0
        where = os.environ.get(f"PAWL_TEST_{database.upper()}", "sqlite:")
        self.process = subprocess.Popen([teller], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "PAWL_TEST_DB": where, "PAWL_TEST_FILTER": ""})
        self.log, self.ever_called = [], set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(60)

    def tell(self, line):
        """The lines of the answer; what was called goes into `log` as (what, name, where, place, key, run)."""
        self.commands += 1
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said, heard = [], []
        while True:
            answer = self.process.stdout.readline()
            heard.append(answer)
            if answer == "":
                raise RuntimeError(f"{line}: {''.join(heard)}")
            if answer == ".\n":
                return said
            if answer.startswith("> called "):
                called = tuple(answer.split()[2:])
                self.ever_called.add(called[1])
                self.log.append(called)
            elif answer.startswith("> "):
                said.append(answer[2:].rstrip("\n"))

    def status(self, line):
        self.answer = self.tell(line)
        return self.answer[0].split()[1]

    def must(self, line):
        assert self.status(line) == "OK", f"{line}: {self.answer}"
        return self.answer[1:]

    def calls(self):
        log, self.log = self.log, []
        return log

    def pawlctl(self, *words):
        """As who may change everything."""
        if self.on_postgres:
            where = f"{os.environ['PAWL_TEST_POSTGRES']} dbname={self.rows('select current_database()')[0][0]}"
        elif self.on_mariadb:
            where = os.environ["PAWL_TEST_MARIADB"].replace("/mysql?", f"/{self.rows('select database()')[0][0]}?")
        else:
            where = self.tell("where")[0]
        return subprocess.run([self.pawlctl_path, *words, f"--db={where}"], capture_output=True, text=True)

    def rows(self, sql):
        return [row.split("|") for row in self.tell(f"rows {sql}")]

    def us(self, column):
        """A time as microseconds."""
        return f"(extract(epoch from {column}) * 1000000)::bigint" if self.on_postgres else column

    def new_key(self, prefix=""):
        self.keys += 1
        return f"{prefix}{self.keys}"
